#!/usr/bin/perl
# The layers hold: a room includes only what its line in rooms.mk allows, and no two modules include
# each other. Each check is also shown a case that it must refuse.
use strict;
use warnings;
use Test::More;

# --- the table of rooms ---

# The rooms of rooms.mk, from the ground up.
sub read_rooms {
    open my $in, '<', 'rooms.mk' or die "rooms.mk: $!";
    my @rooms;
    while (<$in>) {
        next unless /^\$\(call room,(.*)\)\s*$/;
        my ($name, $folder, $uses, $libraries) = map { s/^\s+|\s+$//gr } split /,/, $1, 4;
        push @rooms,
            { name => $name, folder => $folder, uses => [ split ' ', $uses ], libraries => $libraries };
    }
    close $in;
    return @rooms;
}

# The program that a room of tools/ belongs to; "" for the others.
sub tool_of {
    my ($room) = @_;
    return $room->{folder} =~ m{^tools/([^/]+)} ? $1 : '';
}

# Mistakes in the table itself: a room may use only rooms that stand above it, and no tool.
sub bad_rows {
    my (@rooms) = @_;
    my (%above, @bad);
    for my $room (@rooms) {
        for my $used (@{ $room->{uses} }) {
            push @bad, "$room->{name} uses $used, which does not stand above it" if !$above{$used};
            push @bad, "$room->{name} uses the tool $used"
                if $above{$used} && tool_of($above{$used}) && tool_of($above{$used}) ne tool_of($room);
        }
        $above{ $room->{name} } = $room;
    }
    return @bad;
}

# The room of a file: that of its folder, or of the nearest folder above that is one. The mains of
# the engine program lie in engine/ itself, in no room.
sub room_of {
    my ($file, @rooms) = @_;
    my ($found) = sort { length $b->{folder} <=> length $a->{folder} }
        grep { index($file, "$_->{folder}/") == 0 } @rooms;
    return $found;
}

# --- includes ---

# All includes of our own headers, as [file, header]. They are written from engine/, protocol/,
# tools/ or tests/ on.
sub read_includes {
    my (@files) = @_;
    my %exists = map { $_ => 1 } @files;
    my (@includes, @unclear);
    for my $file (@files) {
        open my $in, '<', $file or die "$file: $!";
        while (<$in>) {
            next unless /^\s*#\s*include\s+"([^"]+)"/;
            my @found = grep { $exists{$_} } map { "$_/$1" } qw(engine protocol tools);
            push @unclear, "$file:$.: $1" if @found != 1;
            push @includes, [ $file, $found[0] ] if @found == 1;
        }
        close $in;
    }
    return (\@includes, \@unclear);
}

# Includes that the table does not allow.
sub forbidden_includes {
    my ($includes, @rooms) = @_;
    my @bad;
    for (@$includes) {
        my ($file, $header) = @$_;
        my ($from, $to) = (room_of($file, @rooms), room_of($header, @rooms));
        next if !$to || !$from || $from == $to || grep { $_ eq $to->{name} } @{ $from->{uses} };
        push @bad, "$file ($from->{name}) includes $header ($to->{name})";
    }
    push @bad, map { "$_->[0] includes the program $_->[1]" }
        grep { !room_of($_->[1], @rooms) && room_of($_->[0], @rooms) } @$includes;
    return @bad;
}

sub module_of {
    my ($file) = @_;
    return $file =~ s/\.[ch]$//r =~ s{/(posix|windows|wasm)/}{/}r;
}

# Finds include cycles among modules: a depth-first walk that meets its own path.
sub find_cycle {
    my ($includes) = @_;
    my (%edges, %done, @cycle);
    for (@$includes) {
        my ($from, $to) = map { module_of($_) } @$_;
        $edges{$from}{$to} = 1 if $from ne $to;
    }
    my $walk;
    $walk = sub {
        my ($module, @path) = @_;
        if (grep { $_ eq $module } @path) {
            @cycle = (@path, $module);
            return 1;
        }
        return 0 if $done{$module};
        for my $next (sort keys %{ $edges{$module} // {} }) {
            return 1 if $walk->($next, @path, $module);
        }
        $done{$module} = 1;
        return 0;
    };
    for my $module (sort keys %edges) {
        last if $walk->($module);
    }
    return @cycle;
}

# --- what only one room may know ---

# System headers that belong to the operating system rather than to C.
my $SYSTEM_HEADERS = qr{unistd|fcntl|pthread|poll|signal|sched|semaphore|spawn|dirent|fts|ftw|glob
    |libgen|getopt|termios|dlfcn|time|sys/\w+|strings|windows|io|process|emscripten\w*}x;

# Each library's headers, and the rooms (or files) that may include them.
my @OWNERS = (
    [ 'the operating system', qr{<(?:$SYSTEM_HEADERS)(?:/\w+)?\.h>}, qr{^engine/base/os/} ],
    [ 'libxml2',              qr{<libxml/},                          qr{^protocol/files/xml/} ],
    [ 'jansson',              qr{<jansson\.h>},                      qr{^protocol/files/log/} ],
);

# Lines "FILE: #include <...>" of files that do not own what they include.
sub strangers {
    my ($header, $owner, @lines) = @_;
    my @found;
    for (@lines) {
        my ($file, $included) = /^([^:]+):\s*#\s*include\s+(<[^>]+>)/ or next;
        push @found, $_ if $included =~ $header && $file !~ $owner;
    }
    return @found;
}

# --- the checks ---

my @rooms = read_rooms();
cmp_ok(scalar @rooms, '>', 15, 'there is a table of rooms');
is_deeply([ bad_rows(@rooms) ], [], 'each room uses only rooms above it, and no tool');

my @files = grep { -f } split /\n/, `find engine protocol tools -name '*.[ch]'`;
cmp_ok(scalar @files, '>', 100, 'there is code to look at');
is_deeply([ grep { !room_of($_, @rooms) && !m{^engine/(main|dispatch)\.[ch]$} } @files ], [],
    'each file is in a room');

my ($includes, $unclear) = read_includes(@files);
is_deeply($unclear, [], 'each included header of ours exists, and its name is clear');
is_deeply([ forbidden_includes($includes, @rooms) ], [], 'includes are as the table allows');
is_deeply([ find_cycle($includes) ], [], 'no modules include each other');

my @system = split /\n/, `grep -rE '^\\s*#\\s*include\\s+<' engine protocol tools --include=*.[ch]`;
for (@OWNERS) {
    my ($name, $header, $owner) = @$_;
    local our $TODO = $name eq 'libxml2' ? undef : 'being moved';
    is_deeply([ strangers($header, $owner, @system) ], [], "only its own room meets $name");
}

my @crowded = grep { my $room = $_; (grep { m{^\Q$room->{folder}\E/[^/]+$} } @files) > 30 } @rooms;
is_deeply([ map { $_->{name} } @crowded ], [], 'no room holds more than 30 sources');

my @names = split /\n/, `grep -rnE '"6170-|"losers"' engine --include=*.c`;
is_deeply([ grep { !m{^engine/rules/ruleset\.c|^engine/search/bench\.c} } @names ], [],
    'no code asks for a ruleset by its name');

# --- the checks can fail ---

is_deeply([ find_cycle([ [ 'a.c', 'b.h' ], [ 'b.h', 'c.h' ], [ 'c.c', 'a.h' ] ]) ],
    [qw(a b c a)], 'a cycle is found');
is_deeply(
    [ bad_rows({ name => 'low', folder => 'engine/low', uses => ['high'] },
               { name => 'high', folder => 'engine/high', uses => [] }) ],
    ['low uses high, which does not stand above it'],
    'a row that uses one below it is found');
is_deeply(
    [ bad_rows({ name => 'one', folder => 'tools/one', uses => [] },
               { name => 'two', folder => 'tools/two', uses => ['one'] }) ],
    ['two uses the tool one'],
    'a tool that uses another is found');

# Every pair of rooms that the table does not allow is refused, when one includes the other.
my ($tried, $missed) = (0, 0);
for my $from (@rooms) {
    for my $to (@rooms) {
        next if $from == $to || grep { $_ eq $to->{name} } @{ $from->{uses} };
        my @found = forbidden_includes([ [ "$from->{folder}/x.c", "$to->{folder}/y.h" ] ], @rooms);
        $tried++;
        $missed++ if @found != 1;
    }
}
cmp_ok($tried, '>', 100, 'there are pairs of rooms that must not meet');
is($missed, 0, 'an include between any of them is found');
is(scalar forbidden_includes([ [ 'engine/rules/x.c', 'engine/main.h' ] ], @rooms), 1,
    'a room that includes a program is found');

for (@OWNERS) {
    my ($name, $header, $owner) = @$_;
    my %sample = (
        'the operating system' => [ '<unistd.h>', '<sys/stat.h>', '<pthread.h>', '<windows.h>' ],
        'libxml2'              => ['<libxml/tree.h>'],
        'jansson'              => ['<jansson.h>'],
    );
    my @lines = map { "engine/rules/game.c:#include $_" } @{ $sample{$name} };
    is(scalar strangers($header, $owner, @lines), scalar @lines, "a stranger to $name is found");
}

done_testing();
