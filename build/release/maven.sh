# The libraries as a Maven repository, with sources, Javadoc and bills of materials; read by build/release/release.sh where the project has an address.

# What Maven Central asks of a pom beside what is in it: the address, and where the sources are. Both are the same for every module.
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

# Builds every module that is published into tern-VERSION-maven.zip.
libraries() {
    published=.
    for pom in $(cd "$source" && git -C "$root" ls-files '*/pom.xml' ':!examples' ':!tests'); do
        grep -q '<maven.deploy.skip>true<' "$source/$pom" || published=$published,${pom%/pom.xml}
    done
    # The bill of materials has no parent, and so an older plugin, which wants a layout to be named.
    (
        cd "$source"
        JAVA_HOME=$java_home mvn -B -q -Prelease -Dmaven.test.skip=true -pl "$published" -am deploy "-DaltDeploymentRepository=here::default::file://$work/$name-maven"
    ) || fail "the libraries of $version cannot be built"
    find "$work/$name-maven" \( -name 'maven-metadata.xml*' -o -name '*-tests.jar*' \) -delete
    find "$work/$name-maven" -exec touch -h -d "@$time" {} +
    (cd "$work/$name-maven" && find . -type f | sort >"$work/names" && zip -q -X "$out/$name-maven.zip" -@ <"$work/names")
}
