# The last message of a table.
evening-head = { $table } is closed
evening-hands = { $n ->
    [0] No hands were played.
    [one] One hand was played.
   *[other] { $n } hands were played.
 }
evening-paid = All chips are back in the bankrolls. Thanks for playing.
