#!/usr/bin/perl
# Every command in a fenced block of the documents is run, in order, in a fresh folder for each document, and what a
# session prints is compared with what the document shows. CONTRIBUTING.md ("Commands in documents") describes the marks
# of blocks. Documents named as arguments are the only ones. MISERE_BIN: the programs' folder (default bin); MISERE_TESTS: that of check-proof (default build/tests).
use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Test::More;

use constant SECONDS_MAX => 300; # for a command

my %IS_RUN = map { $_ => 1 } qw(sh console);
my %IS_TEXT = map { $_ => 1 } qw(text xml json js html python yaml c);

# --- blocks ---

# The fenced blocks of a document: the line, language and mark of each, and its lines, indented as if the fence were not.
sub blocks_of {
    my ($text) = @_;
    my ($number, $block, @found) = (0);
    for (split /\n/, $text) {
        $number++;
        if ($block && /^\s*```\s*$/) {
            push @found, $block;
            $block = undef;
        } elsif ($block) {
            push @{ $block->{lines} }, s/^$block->{indent}//r;
        } elsif (/^( *)(?:(?:[-*]|\d+\.) +)?(?:```|~~~)(\S*)\s*(.*?)\s*$/) {
            $block = { line => $number, indent => $1, language => $2, mark => $3, lines => [] };
        }
    }
    push @found, { %$block, mark => 'has no end' } if $block;
    return @found;
}

my $PROGRAM = qr{(?:bin|build|tests|tools)/[\w./-]*\w
    |misere-(?:aiplayer|annotate|book|convert|prove|puzzles|referee|referee-many|textui|train)
    |misere(?=\ +(?:--|<))|apt-get|cutechess-cli|git|java|make|npm|npx|pip|printf|ssh|winboard|xboard}x;

# Does the line look like a command of the shell?
sub is_command {
    my ($line) = @_;
    return $line =~ /^\s*(?:\$ |(?:[A-Z_]+=\S+ +)*$PROGRAM(?: |$))/;
}

# What is wrong with the mark of a block.
sub fault_of {
    my ($block) = @_;
    my ($language, $mark) = @$block{qw(language mark)};
    return 'has no end' if $mark eq 'has no end';
    return 'has no language' if $language eq '';
    return "has the unknown language $language" if !$IS_RUN{$language} && !$IS_TEXT{$language};
    return "has the unknown mark '$mark'" if $mark !~ ($IS_RUN{$language} ? qr/^(?:not run: \S.*)?$/ : qr/^$/);
    my ($command) = grep { is_command($_) } @{ $block->{lines} };
    return "has a command, but is $language: $command" if $IS_TEXT{$language} && defined $command;
    return 'does not begin with a command' if $language eq 'console' && $block->{lines}[0] !~ /^\$ /;
    return;
}

# Commands outside fences, in a block that is only indented.
sub indented_commands_of {
    my ($text) = @_;
    my ($number, $is_fenced, $is_blank, @found) = (0);
    for (split /\n/, $text) {
        $number++;
        $is_fenced = !$is_fenced if /^\s*```/;
        push @found, "$number: $_" if !$is_fenced && $is_blank && /^ {4}/ && is_command($_);
        $is_blank = /^\s*$/;
    }
    return @found;
}

# --- commands ---

# Is the command not complete: does it go on in the next line?
sub goes_on {
    my ($command) = @_;
    return $command =~ /\\\n?$/ || (() = $command =~ /^(?:for|while)\b/gm) > (() = $command =~ /\bdone\b/g);
}

# The commands of a block, each with its input and, in a session, the lines that it prints.
sub commands_of {
    my ($block) = @_;
    my $is_session = $block->{language} eq 'console';
    my @found;
    for (@{ $block->{lines} }) {
        if (@found && goes_on($found[-1]{command})) {
            $found[-1]{command} .= "\n$_";
        } elsif (!$is_session) {
            push @found, { command => $_, input => '' } if /^[^#]/;
        } elsif (/^\$ (.*)/) {
            push @found, { command => $1, input => '', output => [] };
        } elsif (/^([a-z]*)>(?: (.*))?$/) {
            $found[-1]{input} .= ($2 // '') . "\n";
            push @{ $found[-1]{output} }, \"$1>" if $1; # the program's prompt, after which it goes on
        } else {
            push @{ $found[-1]{output} }, $_;
        }
    }
    return @found;
}

# What matches a line of output: `...` stands for any text, and alone on a line for any lines.
sub line_pattern {
    my ($line) = @_;
    return quotemeta($$line) . ' ?' if ref $line;
    return '(?:.*\n)*' if $line =~ /^\s*\.\.\.$/;
    return join('.*', map { quotemeta } split /\.\.\./, $line =~ s/ +$//r, -1) . '\n';
}

sub pattern_of {
    my $pattern = join '', map { line_pattern($_) } @_;
    return qr/\A$pattern\n?\z/;
}

sub read_file {
    my ($file) = @_;
    open my $in, '<:encoding(UTF-8)', $file or die "$file: $!";
    local $/;
    return scalar <$in> // '';
}

# Lines of progress end with a time, and are shown only if a command takes longer than a second.
sub without_progress {
    return $_[0] =~ s/^.*, (?:\d+:)?\d+:\d\d(?: left)?\n//gmr;
}

# Runs a command in the folder. Returns its status and what it printed.
sub run_command {
    my ($command, $input, $folder) = @_;
    my $files = tempdir(CLEANUP => 1);
    open my $out, '>:encoding(UTF-8)', "$files/input" or die "$files/input: $!";
    print $out $input;
    close $out or die "$files/input: $!";
    my $status = system 'timeout', SECONDS_MAX, 'bash', '-c',
        'cd "$1" && exec < "$2/input" > "$2/output" 2>&1 && set -o pipefail && eval "$3"', '-', $folder, $files, $command;
    return ($status, without_progress(read_file("$files/output")) =~ s/ +$//gmr);
}

# What is wrong with the status and the output of a command.
sub faults_of {
    my ($command, $folder) = @_;
    my ($status, $printed) = run_command(@$command{qw(command input)}, $folder);
    my @faults;
    push @faults, "status @{[ $status >> 8 ]} of: $command->{command}" if $status;
    push @faults, "not shown like this: $command->{command}"
        if $command->{output} && $printed !~ pattern_of(@{ $command->{output} });
    push @faults, $printed if @faults;
    return @faults;
}

# --- documents ---

# A folder that looks like the one in which a user has built everything.
sub make_folder {
    my $folder = tempdir(CLEANUP => 1);
    my %links = map { $_ => getcwd() . "/$_" } grep { !m{/} } glob '*';
    $links{bin} = abs_path($ENV{MISERE_BIN} // 'bin');
    $links{build} = dirname(abs_path($ENV{MISERE_TESTS} // 'build/tests'));
    symlink $links{$_}, "$folder/$_" or die "$folder/$_: $!" for keys %links;
    mkdir "$folder/home" or die "$folder/home: $!";
    return $folder;
}

my ($run, %reasons) = (0);

# Runs the commands of a document's blocks, and reports a test for each block.
sub check_document {
    my ($document, @blocks) = @_;
    my $folder = make_folder();
    local $ENV{HOME} = "$folder/home";
    for my $block (@blocks) {
        my @commands = commands_of($block);
        if ($block->{mark} =~ /^not run: (.*)/) {
            $reasons{$1} += @commands;
            next;
        }
        $run += @commands;
        my @faults = map { faults_of($_, $folder) } @commands;
        ok(!@faults, "$document:$block->{line}") or diag(join "\n", @faults);
    }
}

my %blocks;
for my $document (@ARGV ? @ARGV : glob '*.md docs/*.md') {
    my $text = read_file($document);
    $blocks{$document} = [ blocks_of($text) ];
    is_deeply([ (map { my $fault = fault_of($_); defined $fault ? "$_->{line}: $fault" : () } @{ $blocks{$document} }),
            indented_commands_of($text) ], [], "$document: the marks of its blocks");
    @{ $blocks{$document} } = grep { $IS_RUN{ $_->{language} } } @{ $blocks{$document} };
}
# The commands are those of a user.
my ($bin, $tests) = @ENV{qw(MISERE_BIN MISERE_TESTS)};
delete @ENV{ grep { /^(?:MAKE|MFLAGS|MISERE_|TEST|HARNESS_|XDG_)/ } keys %ENV };
@ENV{qw(MISERE_BIN MISERE_TESTS)} = ($bin // 'bin', $tests // 'build/tests');
check_document($_, @{ $blocks{$_} }) for sort keys %blocks;
note("$run commands of the documents were run");
note("$reasons{$_} not run: $_") for sort keys %reasons;
cmp_ok($run, '>=', 40, 'there are commands') if !@ARGV;

# --- the check can fail ---

sub faults_in {
    my ($text) = @_;
    return map { fault_of($_) // () } blocks_of($text);
}

is_deeply([ faults_in("```\nx\n```\n```sh\nbin/misere bench\n```\n") ], ['has no language'], 'a block without language');
is_deeply([ faults_in("1. x\n   ```text\n   bin/misere bench\n   ```\n") ],
    ['has a command, but is text: bin/misere bench'], 'a command in another language');
is_deeply([ faults_in("```text\n\$ ls\n```\n```bash\nls\n```\n```console\nls\n```\n```sh quick\nls\n```\n```sh not run:\nls\n```\n") ],
    [ 'has a command, but is text: $ ls', 'has the unknown language bash', 'does not begin with a command',
        "has the unknown mark 'quick'", "has the unknown mark 'not run:'" ], 'wrong marks');
is_deeply([ faults_in("```sh\nls\n") ], ['has no end'], 'a block without end');
is_deeply([ indented_commands_of("x\n\n    make x\n\n    y\n\n```\n\n    make\n```\n") ], ['3:     make x'],
    'a command that is only indented');
ok(is_command($_), "a command: $_") for 'TC=2+0.02 tools/bench-strength', 'misere --version', 'misere-train wdl x', 'make';
ok(!is_command($_), "no command: $_") for 'misere against greedy', 'misere-proof 1', 'misere-convert: x', 'making';
my ($block) = blocks_of("```console\n\$ cat \\\n    -\n> a\n>\nme> x\nb ... c\n...\n\$ false\n```\n");
my @commands = commands_of($block);
is_deeply(\@commands, [ { command => "cat \\\n    -", input => "a\n\nx\n", output => [ \'me>', 'b ... c', '...' ] },
        { command => 'false', input => '', output => [] } ], 'commands, input and output are told apart');
is(without_progress("a\n2 of 3 games, 0:01 left\nx, 1:00:09\nb, 1:2\n"), "a\nb, 1:2\n", 'progress is passed over');
is_deeply([ faults_of($commands[0], '.') ], [ "not shown like this: cat \\\n    -", "a\n\nx\n" ], 'other output is found');
is_deeply([ faults_of($commands[1], '.') ], [ 'status 1 of: false', '' ], 'a failure is found');
like("b and c\nmore\n", pattern_of('b ... c', '...'), 'any text');
like("me> answer\nme>", pattern_of(\'me>', 'answer', \'me>'), 'prompts');
unlike("b and c\nmore\n", pattern_of('b ... c'), 'what is not shown is found');

done_testing();
