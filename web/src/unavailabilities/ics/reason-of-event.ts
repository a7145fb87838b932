import { type UnavailabilityReason, unavailabilityReasons } from '@cartage/contract/unavailabilities/endpoints'

/** Words of titles and categories, by suffix of the reason they mean. The first match applies. */
const meanings: readonly [RegExp, readonly string[]][] = [
  [/public holiday|bank holiday|feestdag|feiertag|jour férié|ferie/u, ['PUBLIC_HOLIDAY', 'HOLIDAY']],
  [/sick|\bill\b|ziek|krank|malad/u, ['SICKNESS']],
  [/parental|ouderschap|elternzeit/u, ['PARENTAL_LEAVE']],
  [/doctor|dentist|medical|dokter|tandarts|arzt|médecin|dentiste|médical/u, ['MEDICAL_EXAM']],
  [/funeral|begrafenis|beerdigung|enterrement|obsèques/u, ['FUNERAL']],
  [/training|course|opleiding|cursus|schulung|lehrgang|formation|code 95/u, ['TRAINING']],
  [/recup|recuperatie|überstundenabbau/u, ['RECUP']],
  [/holiday|vacation|annual leave|verlof|vakantie|urlaub|congé|vacances/u, ['HOLIDAY']],
  [/tacho/u, ['TACHOGRAPH_CALIBRATION']],
  [/\bmot\b|\bapk\b|\btüv\b|contrôle technique|technische keuring/u, ['MOT_TEST']],
  [/inspection|keuring|prüfung|inspectie/u, ['INSPECTION']],
  [/repair|herstelling|reparatie|reparatur|réparation/u, ['REPAIR']],
  [/maintenance|onderhoud|wartung|entretien/u, ['MAINTENANCE']],
  [/service/u, ['SERVICE']],
  [/cleaning|\bwash|reiniging|reinigung|nettoyage/u, ['CLEANING']],
]

/** Reason for a kind of resource by the words of an event. `Other` if there is no match. */
export function reasonOfEvent(labels: readonly string[], resourceType: string): UnavailabilityReason {
  const kind = resourceType === 'DRIVER' || resourceType === 'SUBCONTRACTOR' ? resourceType : 'VEHICLE'
  const code = labels.find((word) => word.startsWith(`${kind}_`) && isReason(word))
  if (code !== undefined) return code as UnavailabilityReason
  const text = labels.join(' ').toLowerCase()
  const ends = meanings.flatMap(([pattern, reasons]) => (pattern.test(text) ? reasons : []))
  const codes = [...ends, 'OTHER'].map((end) => `${kind}_${end}`)
  return unavailabilityReasons.find((reason) => reason === codes.find((code) => isReason(code)))!
}

function isReason(code: string): boolean {
  return (unavailabilityReasons as readonly string[]).includes(code)
}
