#!/usr/bin/perl
# The glossary names modules, types and constants that exist: each path in its column "where" is a source,
# and each identifier beside it occurs in the sources. Few of its terms are our own.
use strict;
use warnings;
use Test::More;

use constant OURS_MAX => 10; # for the other terms the field has a word

sub read_file {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!";
    local $/;
    return scalar <$in>;
}

my @sources = split /\n/, `git ls-files 2>/dev/null || true`;
@sources = split /\n/, `find engine protocol tools tests schemas docs book -type f` if !@sources;
my %words;
for my $file (grep { m{^(?:engine|protocol|tools|tests)/.*\.(?:[ch]|S|java|t|bats)$|^tools/[\w-]+$} } @sources) {
    next if !-f $file;
    $words{$_} = 1 for read_file($file) =~ /\b[A-Za-z_]\w*\b/g;
}

# Does a path of the glossary, which may leave out its first folder and its ending, name something?
sub exists_in {
    my ($path, @files) = @_;
    my $pattern = join '.*', map { quotemeta } split /NAME|\*/, $path, -1;
    return grep { m{(?:^|/)$pattern(?:\.\w+|/.*)?$} } @files;
}

# What is in a cell: paths (with a slash, or a file's ending) and identifiers.
sub missing_in {
    my ($cell, $words, @files) = @_;
    my @missing;
    for my $name ($cell =~ /`([^`]+)`/g) {
        next if $name =~ /\s/ || $name =~ /^-/;
        if ($name =~ m{/} || $name =~ /\.(?:c|h|md|mk|t)$/) {
            push @missing, $name if !exists_in($name, @files);
        } elsif ($name =~ /^[A-Za-z_]\w*$/) {
            push @missing, $name if !$words->{$name} && !exists_in($name, @files);
        }
    }
    return @missing;
}

my (@missing, @ours, $rows);
for (split /\n/, read_file('docs/glossary.md')) {
    my @cells = split /\s*\|\s*/;
    next if @cells < 4 || $cells[1] =~ /^(?:term|-+)$/;
    $rows++;
    push @ours, $cells[1] if $cells[4] =~ /\bours\b/;
    push @missing, map { "$cells[1]: $_" } missing_in($cells[3], \%words, @sources);
}
cmp_ok($rows, '>', 150, 'there are terms');
is_deeply(\@missing, [], 'what the glossary names exists');
cmp_ok(@ours, '<=', OURS_MAX, 'few terms are our own') or diag(join ', ', @ours);
cmp_ok(@ours, '>', 0, 'our own terms are marked');

# The check can fail.
is_deeply([ missing_in('`search/no_such`, `AlphaBeta`, `NoSuchType`, `search/alphabeta`', { AlphaBeta => 1 },
        'engine/search/alphabeta.c') ],
    [ 'search/no_such', 'NoSuchType' ], 'what does not exist is found');

done_testing();
