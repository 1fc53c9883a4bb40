#!/usr/bin/perl
# The house has four floors; nothing includes upward, and no two modules include each other.
use strict;
use warnings;
use File::Basename;
use Test::More;

# The floor of a file, the lowest first; programs stand on top.
sub floor_of {
    my ($file) = @_;
    return 0 if $file =~ m{^engine/rules/};
    return 1 if $file =~ m{^engine/search/};
    return 3 if $file =~ m{_main\.c$} || $file =~ m{^engine/[^/]+$};
    return 2 if $file =~ m{^protocol/};
    return 3;
}

sub module_of {
    my ($file) = @_;
    return $file =~ s/\.[ch]$//r;
}

# Finds include cycles among modules: a depth-first walk that meets its own path.
sub find_cycle {
    my ($edges) = @_;
    my (%done, @cycle);
    my $walk;
    $walk = sub {
        my ($module, @path) = @_;
        if (grep { $_ eq $module } @path) {
            @cycle = (@path, $module);
            return 1;
        }
        return 0 if $done{$module};
        for my $next (sort keys %{ $edges->{$module} // {} }) {
            return 1 if $walk->($next, @path, $module);
        }
        $done{$module} = 1;
        return 0;
    };
    for my $module (sort keys %$edges) {
        last if $walk->($module);
    }
    return @cycle;
}

# All includes of our own headers: file => [header files].
sub read_includes {
    my (@files) = @_;
    my %by_name;
    push @{ $by_name{ basename($_) } }, $_ for grep { /\.h$/ } @files;
    my (%includes, @unclear);
    for my $file (@files) {
        open my $in, '<', $file or die "$file: $!";
        while (<$in>) {
            next unless /^\s*#\s*include\s+"(?:[^"]*\/)?([^"\/]+)"/;
            my @found = @{ $by_name{$1} // [] };
            push @unclear, "$file:$.: $1" if @found != 1;
            push @{ $includes{$file} }, $found[0] if @found == 1;
        }
        close $in;
    }
    return (\%includes, \@unclear);
}

my @files = grep { -f } split /\n/, `find engine protocol tools -name '*.[ch]'`;
cmp_ok(scalar @files, '>', 30, 'there is code to look at');

my ($includes, $unclear) = read_includes(@files);
is_deeply($unclear, [], 'each included header of ours exists once');

my (@upward, %edges);
for my $file (sort keys %$includes) {
    for my $header (@{ $includes->{$file} }) {
        push @upward, "$file includes $header" if floor_of($header) > floor_of($file);
        my ($from, $to) = (module_of($file), module_of($header));
        $edges{$from}{$to} = 1 if $from ne $to;
    }
}
is_deeply(\@upward, [], 'nothing includes upward');
is_deeply([ find_cycle(\%edges) ], [], 'no modules include each other');

# The check itself can fail.
is_deeply([ find_cycle({ a => { b => 1 }, b => { c => 1 }, c => { a => 1 } }) ],
    [qw(a b c a)], 'a cycle is found');

my @xml = split /\n/, `grep -lE 'include <libxml' -r engine protocol tools`;
is_deeply([ grep { !m{^protocol/(gamefile|board1994)} } @xml ], [],
    'libxml2 lives in the game files and nowhere else');

my @names = split /\n/, `grep -nE '6170-|"losers"' -r engine/rules engine/search --include=*.c`;
is_deeply([ grep { !m{^engine/rules/ruleset\.c|^engine/search/bench\.c} } @names ], [],
    'no code asks for a ruleset by its name');

done_testing();
