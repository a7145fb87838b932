/** Number of rows with this combination of values. */
export type Combination<Member extends string> = Readonly<Record<Member, string>> & { count: number }

/**
 * Counts next to the filters of a list: number of rows per value of each member, with the filters of the other members
 * applied but not its own.
 */
export function tallyMembers<Member extends string>(
  members: readonly Member[],
  rows: readonly Combination<Member>[],
  chosen: Readonly<Partial<Record<Member, string | undefined>>>,
): Record<Member, Record<string, number>> {
  const tallies = members.map((member) => {
    const others = members.filter((other) => other !== member)
    const fitting = rows.filter((row) => others.every((other) => isChosen(row[other], chosen[other])))
    return [member, sumBy(fitting, member)]
  })
  return Object.fromEntries(tallies) as Record<Member, Record<string, number>>
}

function isChosen(value: string, chosen: string | undefined): boolean {
  return chosen === undefined || chosen === value
}

function sumBy<Member extends string>(rows: readonly Combination<Member>[], member: Member): Record<string, number> {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(row[member], (sums.get(row[member]) ?? 0) + row.count)
  return Object.fromEntries(sums)
}
