#!/usr/bin/perl
# docs/experiments.tsv can be read by a program: each row has every column, and numbers and words are of the
# kind that docs/benchmarks.md describes.
use strict;
use warnings;
use Test::More;

my @COLUMNS = qw(date area ruleset tried limit openings games elo error result verdict commit);
my %PATTERNS = (
    date    => qr/^\d{4}-\d\d-\d\d$/,
    area    => qr/^[A-Za-z][A-Za-z, ]+$/,
    tried   => qr/\S/,
    games   => qr/^\d*$/,
    elo     => qr/^(?:[+-]?\d+)?$/,
    error   => qr/^\d*$/,
    verdict => qr/^(?:kept|rejected|not played|comparison|measured)$/,
    commit  => qr/^[0-9a-f]{8}$/,
);

# What is wrong with a line.
sub faults_of {
    my ($line) = @_;
    my @cells = split /\t/, $line, -1;
    return "not @{[ scalar @COLUMNS ]} columns but @{[ scalar @cells ]}" if @cells != @COLUMNS;
    my %row;
    @row{@COLUMNS} = @cells;
    my @faults = grep { $row{$_} !~ $PATTERNS{$_} } sort keys %PATTERNS;
    push @faults, 'neither elo nor result' if $row{elo} eq '' && $row{result} eq '';
    return @faults;
}

open my $in, '<', 'docs/experiments.tsv' or die "docs/experiments.tsv: $!";
chomp(my ($header, @lines) = <$in>);
is($header, join("\t", @COLUMNS), 'the columns have names');
cmp_ok(@lines, '>', 300, 'there are experiments');
is_deeply([ map { my $line = $_; map { "$_: $line" } faults_of($line) } @lines ], [], 'each row can be read');

open my $page, '<', 'docs/benchmarks.md' or die "docs/benchmarks.md: $!";
my $text = do { local $/; <$page> };
is_deeply([ grep { $text !~ /^\|.*`$_`.* \|/m } @COLUMNS ], [], 'each column is described');

# The check can fail.
is_deeply([ faults_of("2026-11-22\tnetwork\tlosers") ], ['not 12 columns but 3'], 'a short row is found');
is_deeply([ faults_of("today\tnetwork\tlosers\tmore neurons\t\t\tmany\t\t\t\tkept\t26b2c244") ],
    [ 'date', 'games', 'neither elo nor result' ], 'wrong cells are found');

done_testing();
