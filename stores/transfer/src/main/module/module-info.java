/** Copies, exports, imports, backups and verifications of graphs: {@link dev.tern.transfer}. */
module dev.tern.transfer {
    requires transitive dev.tern;
    requires static org.jspecify;
    requires com.fasterxml.jackson.databind;

    exports dev.tern.transfer;
    exports dev.tern.transfer.checksum;
    exports dev.tern.transfer.verify;

    // The lines of an exported graph are records that Jackson reads and writes.
    opens dev.tern.transfer.file to
            com.fasterxml.jackson.databind;
}
