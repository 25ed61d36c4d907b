# The formula of Homebrew; build/release/release.sh fills in what stands between at signs.
class Tern < Formula
  desc "Graph RAG on a vector database"
  homepage "@url@"
  url "@files@/tern-@version@.tar.gz"
  sha256 "@sha256 tern-@version@.tar.gz@"
  license "Apache-2.0"

  depends_on "openjdk"

  def install
    libexec.install "app", "bin"
    (bin/"tern").write_env_script libexec/"bin/tern", Language::Java.java_home_env
    man1.install "share/man/man1/tern.1"
    bash_completion.install "share/bash-completion/completions/tern"
    zsh_completion.install "share/zsh/site-functions/_tern"
    fish_completion.install "share/fish/vendor_completions.d/tern.fish"
    doc.install Dir["share/doc/*"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tern --version")
    assert_match "found", shell_output("#{bin}/tern demo")
  end
end
