#!/usr/bin/perl
# The puzzles in tools/board/puzzles: the engine finds every solution legal and won. For some of them its
# alpha-beta search, which knows nothing of the prover that made them, finds that each of the solver's turns
# wins in as many turns as the puzzle says, and that no other does. PUZZLES names another folder.
use strict;
use warnings;
use IPC::Open2;
use JSON::PP;
use Test::More;

# TURNS_MAX: as many as `go searchmoves` accepts.
use constant { PER_FAMILY => 50, SAMPLES => 10, SEARCH_NODES => 3_000_000, TURNS_MAX => 500 };
my @FAMILIES = qw(mate-loses mate-wins losers antiking mind-control non-royal);

my $folder = $ENV{PUZZLES} // 'tools/board/puzzles';
my $program = ($ENV{MISERE_BIN} // 'bin') . '/misere';
my $pid = open2(my $from, my $to, $program);

# Sends commands, and returns what the engine prints up to its answer to the last one.
sub ask {
    my @lines;
    print $to map { "$_\n" } @_, 'isready';
    while (defined(my $line = <$from>)) {
        chomp $line;
        return @lines if $line eq 'readyok';
        push @lines, $line;
    }
    die "the engine has ended";
}

sub set_position {
    my ($puzzle, @turns) = @_;
    return ("setoption name UCI_Variant value $puzzle->{ruleset}",
        "position fen $puzzle->{fen}" . (@turns ? " moves @turns" : ''));
}

sub legal_turns {
    my ($answer) = ask(set_position(@_), 'moves');
    return split ' ', $answer =~ s/^moves //r;
}

# What is wrong with a solution; "" if nothing is.
sub fault {
    my ($puzzle) = @_;
    my @played;
    my ($player) = (ask(set_position($puzzle), 'status'))[0] =~ /^status playing (white|black)$/
        or return 'the game is over at once';
    return 'fewer than three turns' if legal_turns($puzzle) < 3;
    for my $turn (@{ $puzzle->{solution} }) {
        return "$turn is not legal" if !grep { $_ eq $turn } legal_turns($puzzle, @played);
        push @played, $turn;
    }
    return 'the length is wrong' if $puzzle->{length} != int((@played + 1) / 2);
    my ($status) = ask(set_position($puzzle, @played), 'status');
    return $status eq "status won $player $puzzle->{reason}" ? '' : $status;
}

# Plays the turns @$played from the puzzle's position, and looks for a win within $length turns that begins with one
# of @turns, or with any turn if there are none. Returns the length of the win found, or 0; the turn that begins it;
# and whether the search was complete.
sub search {
    my ($puzzle, $played, $length, @turns) = @_;
    my @lines = ask(set_position($puzzle, @$played), 'ucinewgame',
        "go mate $length nodes " . SEARCH_NODES . (@turns ? " searchmoves @turns" : ''), 'wait');
    my ($last) = reverse grep { /^info depth/ } @lines;
    my ($depth, $score, $first) = $last =~ /depth (\d+) .* score (\S+ -?\d+) .* pv (\S+)/;
    my $full_depth = 2 * $length * ($first =~ tr/,// ? 2 : 1);
    return $score =~ /^mate (\d+)/ ? ($1, $first, 1) : (0, '', $depth >= $full_depth || $score =~ /^mate -/);
}

# Searches the position after the turns @played, in which the solution plays $turn. Returns what is wrong with that
# turn; "" if nothing is.
sub objection_to {
    my ($turn, $puzzle, @played) = @_;
    my $length = $puzzle->{length} - @played / 2;
    my ($found, $first) = search($puzzle, \@played, $length);
    return "no win in $length" if $found == 0 || $found > $length;
    return "a win in $found" if $found < $length;
    return "$first wins" if $first ne $turn;
    my @others = grep { $_ ne $turn } legal_turns($puzzle, @played) or return '';
    my ($length_of_other, $other, $is_complete) = search($puzzle, \@played, $length, @others);
    return 'the search takes too long' if !$is_complete;
    return $length_of_other > 0 && $length_of_other <= $length ? "$other wins, too" : '';
}

# What is wrong with the first wrong turn of the solver; "" if all are right.
sub objection {
    my ($puzzle) = @_;
    my @solution = @{ $puzzle->{solution} };
    for my $played (grep { $_ % 2 == 0 } 0 .. $#solution) {
        my $objection = objection_to($solution[$played], $puzzle, @solution[ 0 .. $played - 1 ]);
        return $objection if $objection;
    }
    return '';
}

# Some of the puzzles that a search can look through in short time, spread over all of them.
sub sample {
    my @quick = grep { $_->{length} <= ($_->{ruleset} =~ /mindcontrol/ ? 1 : 4) && legal_turns($_) <= TURNS_MAX } @_;
    return map { $quick[ int($_ * @quick / SAMPLES) ] } 0 .. SAMPLES - 1;
}

my %rulesets;
for my $family (@FAMILIES) {
    open my $in, '<', "$folder/$family.json" or die "$folder/$family.json: $!";
    my $file = decode_json(do { local $/; <$in> });
    my @puzzles = @{ $file->{puzzles} };
    is($file->{family}, $family, "$family: the file names its family");
    cmp_ok(scalar @puzzles, '>=', PER_FAMILY, "$family: there are enough puzzles");
    my %fens = map { ( "$_->{ruleset} $_->{fen}" => 1 ) } @puzzles;
    is(scalar keys %fens, scalar @puzzles, "$family: no position is there twice");
    $rulesets{ $_->{ruleset} } = 1 for @puzzles;
    is_deeply([ grep { $_ } map { my $fault = fault($_); $fault && "$_->{fen}: $fault" } @puzzles ],
        [], "$family: every solution is legal and wins");
    is_deeply([ grep { $_ } map { my $no = objection($_); $no && "$_->{fen}: $no" } sample(@puzzles) ],
        [], "$family: the search finds the same solutions, and no others");
}
my ($variants) = grep { /UCI_Variant/ } ask('uci');
my @all = $variants =~ / var (\S+)/g;
is_deeply([ sort keys %rulesets ], [ sort @all ], 'there are puzzles of every ruleset');

# The checks can fail.
my %wrong = (ruleset => '6170-spring-2007', fen => '8/8/p5k1/4R3/1P6/8/7P/4K3 b - - 0 29', length => 1,
    solution => [qw(a6a5 e5a5)], reason => 'piecesLost');
is(fault(\%wrong), '', 'a good puzzle has no fault');
is(fault({ %wrong, length => 2 }), 'the length is wrong', 'a wrong length is found');
is(fault({ %wrong, solution => ['a6a5'], length => 1 }), 'status playing white', 'an unfinished line is found');
is(fault({ %wrong, solution => [qw(a6a4 e5a5)] }), 'a6a4 is not legal', 'an illegal turn is found');
is(objection(\%wrong), '', 'the search agrees with a good puzzle');
like(objection({ %wrong, solution => ['g6h5'] }), qr/wins$/, 'a turn that does not win is found');
is(objection({ %wrong, fen => '8/8/p5k1/8/4R3/1P6/7P/4K3 b - - 0 29' }), 'no win in 1', 'a missing win is found');

close $to;
waitpid $pid, 0;
done_testing();
