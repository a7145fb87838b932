import type { RateVersion } from '@cartage/contract/rates/app/records'
import { utcDay } from '@cartage/contract/reading/calendar'

/** Days between two versions on which none is valid, both inclusive. */
export interface Gap {
  from: string
  to: string
}

/** First and last day. Null if there is no end. */
export interface Days {
  valid_from: string
  valid_to: string | null
}

/** The day some days later, or earlier if negative. */
export function dayAfter(day: string, days = 1): string {
  return utcDay(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000)
}

/** Days without a version between the first and the last. Adjoining versions leave no gap. */
export function gapsOf(versions: readonly Days[]): Gap[] {
  const sorted = versions.toSorted((one, other) => (one.valid_from < other.valid_from ? -1 : 1))
  return sorted.flatMap(({ valid_to }, at) => {
    const next = sorted[at + 1]
    if (!next || valid_to === null || dayAfter(valid_to) >= next.valid_from) return []
    return [{ from: dayAfter(valid_to), to: dayAfter(next.valid_from, -1) }]
  })
}

/** Last valid day. Null without an end, undefined without versions. */
export function endOf(versions: readonly Days[]): string | null | undefined {
  if (versions.length === 0) return undefined
  if (versions.some(({ valid_to }) => valid_to === null)) return null
  return versions
    .map(({ valid_to }) => valid_to!)
    .toSorted()
    .at(-1)
}

/** Active versions, with the draft as if published: the previous version then ends the day before. */
export function withDraft(versions: readonly RateVersion[], draft: Days | null): Days[] {
  const live = versions.filter(({ state }) => state === 'PUBLISHED')
  if (draft === null) return live
  return [...live.map((one) => endedBy(one, draft)), draft]
}

function endedBy(version: Days, draft: Days): Days {
  const isBefore = version.valid_from < draft.valid_from
  if (!isBefore || version.valid_to !== null) return version
  return { valid_from: version.valid_from, valid_to: dayAfter(draft.valid_from, -1) }
}

/** Version valid on a day. */
export function versionOn<Version extends Days & { state: string }>(
  versions: readonly Version[],
  day: string,
): Version | undefined {
  return versions.find(
    ({ state, valid_from, valid_to }) =>
      state === 'PUBLISHED' && valid_from <= day && (valid_to === null || day <= valid_to),
  )
}
