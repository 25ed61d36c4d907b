// Prevents dropped files from replacing the page. Runs first, without waiting for the texts.

/** Returns true if a drop or a paste contains files. */
export const carries = (transfer) => transfer !== null && [...transfer.types].includes("Files");

for (const name of ["dragover", "drop"]) {
  addEventListener(name, (event) => { if (carries(event.dataTransfer)) event.preventDefault(); });
}
