#!/usr/bin/perl
# Limits that a reader feels: how long a file and a function are, how many parameters it has, how long the lines of
# documents are, and that the name of a type stands for one type, that of a source for one module.
use strict;
use warnings;
use Test::More;

use constant { LINES_MAX => 60, PARAMETERS_MAX => 6, FILE_LINES_MAX => 700, TEST_LINES_MAX => 1000, COLUMNS_MAX => 120 };

# The functions of a source that clang-format has laid out, as [name, parameters, lines, line]: a
# definition begins in the first column and ends with a brace there.
sub functions_of {
    my ($source) = @_;
    my @found;
    $source =~ s{/\*.*?\*/}{"\n" x ($& =~ tr/\n//)}gse;
    while ($source =~ /^(?!#|typedef)(\w[^;{}="]*?\b(\w+)\(([^;{}]*)\)\s*)\{\n(.*?)^\}/gms) {
        my ($head, $name, $parameters, $body) = ($1, $2, $3, $4);
        my $line = 1 + (substr($source, 0, $-[0]) =~ tr/\n//);
        my $depth = 0;
        my $count = $parameters =~ /^\s*(?:void)?\s*$/ ? 0 : 1;
        for (split //, $parameters) {
            $depth += /[(\[]/ ? 1 : /[)\]]/ ? -1 : 0;
            $count++ if $_ eq ',' && $depth == 0;
        }
        push @found, [ $name, $count, 2 + ($head =~ tr/\n//) + ($body =~ tr/\n//), $line ];
    }
    return @found;
}

# The names of the types that a source defines; not those that it only declares.
sub types_of {
    my ($source) = @_;
    $source =~ s{/\*.*?\*/}{}gs;
    $source =~ s/ __attribute__(\((?:[^()]++|(?1))*\))//g;
    my @found = $source =~ /^(?:struct|union|enum) (\w+) \{/gm;
    push @found, $source =~ /^typedef (?:struct|enum|union)\b[^;{\n]*\{(?:[^\n]*|.*?^)\} (\w+);/gms;
    push @found, grep { $source !~ /^typedef (?:struct|union|enum) $_ $_;/m }
        $source =~ /^typedef [^;{]*?\b(\w+)(?:\([^;]*\))?;/gm;
    return @found;
}

# The names that more than one module has, with the folders of these. A module is a .c with its .h, and with its copies for
# other platforms. Each program has a main.
sub shared_names {
    my (%places, @found);
    for (@_) {
        my ($folder, $name) = m{^(.*)/([^/]+)\.[ch]$} or next;
        $folder =~ s{^(engine/base/os)/(?:posix|windows|wasm)$}{$1};
        $folder =~ s{^(protocol/console)/(?:libedit|plain)$}{$1};
        $places{$name}{$folder} = 1 if $name ne 'main';
    }
    return map { "$_: " . join(', ', sort keys %{ $places{$_} }) }
        grep { keys %{ $places{$_} } > 1 } sort keys %places;
}

# The numbers of a document's lines that are too long; tables, blocks of code and images cannot be wrapped.
sub long_lines_of {
    my ($text) = @_;
    my ($line, $is_code, @found) = (0, 0);
    for (split /\n/, $text) {
        $line++;
        $is_code = !$is_code if /^\s*```/;
        push @found, $line if !$is_code && length > COLUMNS_MAX && !/^\||^\[?!\[/;
    }
    return @found;
}

sub read_file {
    my ($file) = @_;
    open my $in, '<:encoding(UTF-8)', $file or die "$file: $!";
    local $/;
    return scalar <$in>;
}

my @files = grep { -f } split /\n/, `find engine protocol tools tests -name '*.[ch]'`;
my (@long, @wide, %types, $functions);
for my $file (@files) {
    my $source = read_file($file);
    for (functions_of($source)) {
        my ($name, $parameters, $lines, $line) = @$_;
        $functions++;
        push @long, "$file:$line: $name has $lines lines" if $lines > LINES_MAX;
        push @wide, "$file:$line: $name has $parameters parameters" if $parameters > PARAMETERS_MAX;
    }
    $types{$_}{$file} = 1 for types_of($source);
}

cmp_ok($functions, '>', 2000, 'there are functions to look at');
is_deeply(\@long, [], 'no function has more than ' . LINES_MAX . ' lines');
is_deeply(\@wide, [], 'no function has more than ' . PARAMETERS_MAX . ' parameters');

my @twice = map { "$_: " . join(', ', sort keys %{ $types{$_} }) }
    grep { keys %{ $types{$_} } > 1 } sort keys %types;
is_deeply(\@twice, [], 'the name of a type stands for one type');

# Tests may have the name of what they test.
is_deeply([ shared_names(grep { !m{^tests/} } @files) ], [], 'the name of a source stands for one module');

my @sources = grep { -f } split /\n/,
    `find engine protocol tools tests -name '*.[cht]' -o -name '*.bats' -o -name '*.java'`;
my @big = grep { (() = read_file($_) =~ /\n/g) > (/^tests/ ? TEST_LINES_MAX : FILE_LINES_MAX) } @sources;
is_deeply(\@big, [], 'no source has more than ' . FILE_LINES_MAX . ' lines, no test more than ' . TEST_LINES_MAX);

my @documents = glob '*.md docs/*.md';
cmp_ok(@documents, '>', 10, 'there are documents to look at');
my @overlong = map { my $file = $_; map { "$file:$_" } long_lines_of(read_file($file)) } @documents;
is_deeply(\@overlong, [], 'no line of a document has more than ' . COLUMNS_MAX . ' columns');

# --- the checks can fail ---

my $sample = "static int\nlong_one(int a, void (*b)(int, int),\n         int c) {\n" . "    a++;\n" x 70 . "}\n";
is_deeply([ functions_of($sample) ], [ [ 'long_one', 3, 74, 1 ] ], 'a function is measured');
is_deeply([ map { $_->[0] } functions_of("static const char *one(int a) {\n}\nstruct S *two(void) {\n}\n"
        . "static const struct {\n    int a;\n} TABLE[] = {\n    {f(1)},\n};\n") ],
    [qw(one two)], 'functions of any type are found, and tables are none');
is_deeply([ functions_of("int none(void) {\n    return 0;\n}\n") ], [ [ 'none', 0, 3, 1 ] ],
    'a function without parameters has none');
is_deeply([ types_of("typedef struct {\n    int a;\n} First;\ntypedef enum { A, B } Second;\n"
        . "typedef struct Third Third;\nstruct Fourth {\n};\n"
        . "typedef void Fifth(int a);\ntypedef int Sixth __attribute__((aligned(sizeof(int))));\n") ],
    [qw(Fourth First Second Fifth Sixth)], 'types are found');
is_deeply([ shared_names(qw(engine/a/one.c engine/a/one.h engine/b/one.h engine/main.c tools/x/main.c
        engine/base/os/two.h engine/base/os/posix/two.c engine/base/os/wasm/two.c tools/wasm/two.c engine/a/three.c)) ],
    [ 'one: engine/a, engine/b', 'two: engine/base/os, tools/wasm' ], 'modules of the same name are found');
my $wide = 'x' x 121;
is_deeply([ long_lines_of("$wide\n| $wide |\n![$wide](a)\n```\n$wide\n```\n" . "\x{e8}" x 120 . "\n- $wide\n") ],
    [ 1, 8 ], 'long lines are found');

done_testing();
