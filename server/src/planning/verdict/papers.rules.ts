import type { ValidityFacts } from '../facts/rules.ts'

/** A period that certificates do not cover. */
export interface PaperGap {
  from: string
  /** Start of the next certificate; null if there is none. */
  to: string | null
}

/** The period of a trip. */
export interface Range {
  starts_at: string
  ends_at: string
}

/** Certificates are issued by days: gaps up to this length are tolerated, in milliseconds. */
const tolerance = 12 * 3_600_000

/**
 * FIT-3: the first gap within a range between certificates of one kind, including renewals; undefined if each day is
 * covered. Without a certificate the whole range is a gap.
 */
export function paperGap(
  papers: readonly ValidityFacts[],
  { starts_at, ends_at }: Range,
  endOf: (paper: ValidityFacts) => string | null,
): PaperGap | undefined {
  let until: string | undefined
  for (const paper of papers.toSorted((one, other) => (one.start_at < other.start_at ? -1 : 1))) {
    const { start_at } = paper
    if (until !== undefined && until >= ends_at) return undefined
    const isApart = until === undefined || Date.parse(start_at) - Date.parse(until) >= tolerance
    if (isApart && start_at > starts_at) return { from: until ?? starts_at, to: start_at }
    const end = endOf(paper)
    if (end === null) return undefined
    if (until === undefined || end > until) until = end
  }
  if (until !== undefined && until >= ends_at) return undefined
  return { from: until ?? starts_at, to: null }
}

/** Legal end of a certificate, else its planning end; null: it never expires. */
export function legalEnd({ legal_end_at, end_at }: ValidityFacts): string | null {
  return legal_end_at ?? end_at
}

/**
 * FIT-3: whether a certificate of a kind covers each day of a range; without a range, whether there is one. Only
 * certificates count, not the text of an extra.
 */
export function hasPaper(
  { validities }: { readonly validities: readonly ValidityFacts[] },
  type: string,
  range: Range | null,
): boolean {
  const papers = validities.filter(({ validity_type }) => validity_type === type)
  return papers.length > 0 && (range === null || paperGap(papers, range, legalEnd) === undefined)
}

/**
 * FIT-3: the periods within a range in which a certificate of a kind is valid, sorted, so that a plan can keep to them.
 */
export function paperTimes(
  { validities }: { readonly validities: readonly ValidityFacts[] },
  type: string,
  { starts_at, ends_at }: Range,
): Range[] {
  const own = validities.filter(({ validity_type }) => validity_type === type)
  const times: Range[] = []
  for (const paper of own.toSorted((one, other) => (one.start_at < other.start_at ? -1 : 1))) {
    const [start, end] = [paper.start_at, legalEnd(paper) ?? ends_at]
    const last = times.at(-1)
    if (end <= starts_at || start >= ends_at) continue
    if (last && Date.parse(start) - Date.parse(last.ends_at) < tolerance) {
      if (end > last.ends_at) last.ends_at = end
    } else times.push({ starts_at: start, ends_at: end })
  }
  const later = (one: string, other: string) => (one > other ? one : other)
  const earlier = (one: string, other: string) => (one < other ? one : other)
  return times.map((one) => ({ starts_at: later(one.starts_at, starts_at), ends_at: earlier(one.ends_at, ends_at) }))
}

/** Certificates that a driver or vehicle needs on the road. One that begins later is missing until then. */
export const roadPapers: readonly string[] = [
  'DRIVER_DRIVING_LICENSE',
  'DRIVER_CODE_95',
  'DRIVER_CPC_CARD',
  'DRIVER_CARD',
  'DRIVER_MEDICAL_EXAM',
  'VEHICLE_INSURANCE_CERTIFICATE',
  'VEHICLE_MOT_TEST',
  'VEHICLE_REGISTRATION',
  'VEHICLE_TRANSPORT_LICENSE',
  'VEHICLE_TACHO',
]
