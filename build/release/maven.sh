# Builds the libraries as a Maven repository, with sources, Javadoc and bills of materials.
# build/release/release.sh sources it if the project has an address.

# Prints the elements that Maven Central requires in addition to the pom: project URL and SCM, equal
# for all modules.
addressed() {
    for pom in pom.xml build/bom/pom.xml; do
        grep -q '^  <url>' "$source/$pom" || sed -i "
            s|^<project |<project child.project.url.inherit.append.path=\"false\" |
            /^  <description>/a\\
  <url>$url</url>\\
  <scm child.scm.connection.inherit.append.path=\"false\" child.scm.url.inherit.append.path=\"false\">\\
    <connection>scm:git:$url.git</connection>\\
    <url>$url</url>\\
    <tag>v$version</tag>\\
  </scm>" "$source/$pom"
    done
}

# Builds every published module into tern-VERSION-maven.zip.
libraries() {
    published=.
    for pom in $(cd "$source" && git -C "$root" ls-files '*/pom.xml' ':!examples' ':!tests'); do
        grep -q '<maven.deploy.skip>true<' "$source/$pom" || published=$published,${pom%/pom.xml}
    done
    # The bill of materials has no parent, so it uses an older plugin, which needs an explicit
    # layout.
    (
        cd "$source"
        JAVA_HOME=$java_home mvn -B -q -Prelease -Dmaven.test.skip=true -pl "$published" -am deploy "-DaltDeploymentRepository=here::default::file://$work/$name-maven"
    ) || fail "the libraries of $version cannot be built"
    find "$work/$name-maven" \( -name 'maven-metadata.xml*' -o -name '*-tests.jar*' \) -delete
    find "$work/$name-maven" -exec touch -h -d "@$time" {} +
    (cd "$work/$name-maven" && find . -type f | sort >"$work/names" && zip -q -X "$out/$name-maven.zip" -@ <"$work/names")
}
