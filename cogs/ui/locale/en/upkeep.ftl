# What the house itself has to tell: a restored backup, servers that are deleted.
restored-head = This table is back from a backup.
restored-gap = What happened from { $since } to { $until } ({ $gap }) is lost: seats, chips and results are as they were at the earlier time. Messages from in between are out of date, and their buttons do nothing.
restored-refunded = The hand that was being played then is void. Every chip that was put into it is back, also for those who had folded.
audit-did-erase = deleted all data of a server that the bot left long ago
audit-heads = Daily seals: { $heads }. Note one down, and nobody can change a line up to it unseen.
audit-seal = { $day } line { $line } `{ $hash }`
