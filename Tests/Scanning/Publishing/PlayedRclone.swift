// A script in the place of rclone. It accepts exactly the options that publishing uses, records its
// steps, and copies files into a folder beside it.

enum PlayedRclone {
  /// What the script does at the run of the file `fail`.
  enum Deed: String, CaseIterable {
    case fails, killed, hangs

    /// A part of the error.
    var reason: String {
      switch self {
      case .fails: "the played remote is down"
      case .killed: "ended with 137"
      case .hangs: "ran too long"
      }
    }
  }

  /// `rclone.log` beside the script gets a line for each run and each file. The file `fail`
  /// has the number of a run and a `Deed` of the script at this run. The script waits while the file `hold` exists. It refuses the
  /// file whose path is in the file `refuse`, and every file if that file contains `*`. After a
  /// run, the published log's folder vanishes if the file `vanish` exists. If the file `left`
  /// contains a number, the script accepts that number of further files, and then fails in every
  /// run. It puts each file in place as a whole, like S3.
  static let script = #"""
    #!/usr/bin/perl
    # Perl copies files itself: a shell would start two programs for each file.
    use strict;

    my $here = parent($0);
    my $remote = "$here/remote";

    sub refuse { print STDERR "played rclone: $_[0]\n"; exit 9 }
    sub parent { return $_[0] =~ m{^(.*)/} ? $1 : "." }
    sub make_folder {
      return if -d $_[0];
      make_folder(parent($_[0]));
      mkdir($_[0]) or die "$_[0]: $!";
    }
    sub list_files {
      my ($folder, $prefix) = @_;
      opendir(my $names, $folder) or die "$folder: $!";
      for my $name (grep { !/^\.\.?$/ } readdir($names)) {
        if (-d "$folder/$name") { list_files("$folder/$name", "$prefix$name/") }
        else { print -s _, ";$prefix$name\n" }
      }
    }
    sub copy {
      open(my $from, "<:raw", $_[0]) or return 0;
      open(my $to, ">:raw", $_[1]) or return 0;
      local $/;
      print $to scalar(<$from>);
      return close($to);
    }
    sub failed { print STDERR "$_[0]\n"; exit 1 }
    sub text {
      open(my $file, "<", "$here/$_[0]") or return $_[1];
      my $text = <$file>;
      chomp($text) if defined $text;
      return defined $text ? $text : $_[1];
    }
    sub write_text {
      my ($mode, $name, $text) = @_;
      open(my $file, $mode, "$here/$name") or die "$name: $!";
      print $file "$text\n";
      close($file) or die "$name: $!";
    }

    my %plain = map { $_ => 1 } qw(--ignore-times --no-traverse --no-update-modtime --s3-no-head
      --s3-no-head-object --s3-no-check-bucket --recursive --files-only);
    my %valued = map { $_ => 1 } qw(--contimeout --timeout --transfers --checkers --retries
      --low-level-retries --max-depth --config --count);
    my ($command, $list, @headers, %options) = ("", "");
    while (@ARGV) {
      my $word = shift @ARGV;
      if ($word eq "--") { last }
      elsif ($word eq "--ask-password=false" || $word eq "--log-format=") { }
      elsif ($plain{$word}) { $options{$word} = 1 }
      elsif ($valued{$word}) { shift @ARGV }
      elsif ($word eq "--format") { my $format = shift @ARGV; refuse("format $format") if $format ne "sp" }
      elsif ($word eq "--header-upload") { push @headers, shift @ARGV }
      elsif ($word eq "--files-from-raw") { $list = shift @ARGV }
      elsif ($word =~ /^(sync|lsf|cat)$/) { $command = $word }
      else { refuse("unknown option $word") }
    }

    my $count = text("count", 0) + 1;
    write_text(">", "count", $count);
    select(undef, undef, undef, 0.05) while -e "$here/hold";
    my ($run, $deed) = split(/ /, text("fail", "0 none"));
    if ($run == $count) {
      kill("KILL", $$) if $deed eq "killed";
      exec("sleep", "60") if $deed eq "hangs";
      failed("Failed to $command: the played remote is down");
    }

    if ($command eq "lsf") {
      refuse("remote $ARGV[0]") if $ARGV[0] ne "played:log";
      write_text(">>", "rclone.log", "list");
      if (!-d $remote) { print STDERR "directory not found\n"; exit 3 }
      list_files($remote, "");
    } elsif ($command eq "cat") {
      refuse("file $ARGV[0]") if $ARGV[0] ne "played:log/.albumscan";
      open(my $file, "<", "$remote/.albumscan") or failed("no such file");
      print while <$file>;
    } elsif ($command eq "sync") {
      my ($source, $target) = @ARGV;
      refuse("remote $target") if $target ne "played:log";
      refuse("no list") if $list eq "";
      for my $option (qw(--ignore-times --no-traverse --s3-no-head --s3-no-head-object
        --s3-no-check-bucket --no-update-modtime)) {
        refuse("without $option") if !$options{$option};
      }
      write_text(">>", "rclone.log", "run " . join(", ", @headers));
      my ($left, $refused, $code) = (text("left", -1), text("refuse", ""), 0);
      open(my $lines, "<", $list) or refuse("list $list");
      while (my $path = <$lines>) {
        chomp($path);
        if ($left == 0) {
          write_text(">", "left", 0);
          failed("Failed to sync: the played remote is down");
        }
        $left--;
        my $place = "$remote/$path";
        if ($refused eq $path || $refused eq "*") {
          print STDERR "Failed to copy $path: it is refused\n";
          $code = 1;
        } elsif (-f "$source/$path") {
          make_folder(parent($place));
          copy("$source/$path", "$remote.part") or failed("$path: $!");
          rename("$remote.part", $place) or failed("$path: $!");
          write_text(">>", "rclone.log", "put $path");
        } else {
          unlink($place);
          write_text(">>", "rclone.log", "delete $path");
        }
      }
      write_text(">", "left", $left) if $left >= 0;
      rename($source, "$source-away") if -e "$here/vanish";
      exit $code;
    } else {
      refuse("no command");
    }
    """#
}
