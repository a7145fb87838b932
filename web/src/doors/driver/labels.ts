import type { DeviationReason, DriverActKind, DriverPhotoType, DriverStop } from '@cartage/contract/doors/app/driver'
import { fill } from '@cartage/contract/message'
import { hoursText } from '@cartage/contract/reading/time-units'
import type { ShownAct } from './acts.ts'
import type { Texts } from './texts.ts'

/** Activity at a stop, in the driver's language if it is a standard one. */
export function activityLabel(stop: DriverStop, texts: Texts): string {
  if (stop.kind === 'PICKUP') return texts.load
  if (stop.kind === 'DELIVERY') return texts.unload
  if (/drop empty/i.test(stop.activity_label)) return texts.dropEmpty
  if (/collect empty/i.test(stop.activity_label)) return texts.collectEmpty
  const crossings: Readonly<Record<string, string>> = {
    'Board ferry': texts.boardFerry,
    'Leave ferry': texts.leaveFerry,
    'Board train': texts.boardTrain,
    'Leave train': texts.leaveTrain,
  }
  return crossings[stop.activity_label] ?? stop.activity_label
}

/** CROSS-6: ferry or train boarded at a stop: `Ferry Stena Line · 7 h 30 · departs 22:00 · cabin`. */
export function crossingLabel(
  { crossing, place }: DriverStop,
  page: { texts: Texts; language: string; now: Date },
): string {
  if (!crossing) return ''
  const { texts, language } = page
  const { kind, line, minutes, departs_at, berth } = crossing
  const day = dayLabel(departs_at, place.time_zone, page)
  // Lower case inside a sentence.
  const departureDay = day === texts.today ? '' : day === texts.tomorrow ? day.toLocaleLowerCase(language) : day
  const time = timeLabel(departs_at, place.time_zone, language)
  const parts = [
    [kind === 'TRAIN' ? texts.train : texts.ferry, line].filter(Boolean).join(' '),
    hoursText(language, minutes),
    departs_at && fill(texts.departs, { time: [departureDay, time].filter(Boolean).join(' ') }),
    berth === 'CABIN' ? texts.cabin : berth === 'BUNK' ? texts.bunk : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Why the server refused an act, in the driver's language if the reason is a standard one. */
export function rejectionLabel({ refusal, reason }: Pick<ShownAct, 'refusal' | 'reason'>, texts: Texts): string {
  if (refusal === 'NOT_PLANNED' || refusal === 'NO_TRIP') return texts.notPlanned
  if (refusal === 'OTHER_DRIVER') return texts.otherDriver
  return reason === 'FILE_GONE' ? texts.photoFailed : (reason ?? '')
}

/** Button label of an act, also shown once it is done. */
export function actLabel(kind: DriverActKind, stop: Pick<DriverStop, 'kind'> | undefined, texts: Texts): string {
  if (kind === 'DONE') return stop?.kind === 'DELIVERY' ? texts.unloadingDone : texts.loadingDone
  const labels = {
    ARRIVE: texts.arrive,
    LEAVE: texts.leave,
    SEAL: texts.seals,
    PHOTO: texts.photo,
    SIGNATURE: texts.signature,
    ANSWERS: texts.questions,
    REMARK: texts.remark,
    DEVIATION: texts.deviation,
  }
  return labels[kind]
}

/** Goods deviations, most likely first. */
export function deviationLabels(texts: Texts): [DeviationReason, string][] {
  const labels: Record<DeviationReason, string> = {
    DAMAGED: texts.damage,
    MISSING: texts.missing,
    EXTRA: texts.extra,
    REFUSED: texts.goodsRefused,
    OTHER: texts.other,
  }
  return Object.entries(labels) as [DeviationReason, string][]
}

/** Photo types for a stop, most likely first. */
export function photoLabels({ kind }: DriverStop, texts: Texts): [DriverPhotoType, string][] {
  const all: Record<DriverPhotoType, string> = {
    PROOF_OF_DELIVERY_DRIVER_APP: texts.proofOfDelivery,
    CMR: texts.cmr,
    PHOTO_OF_GOODS_PICKUP: texts.goodsAtPickup,
    PHOTO_OF_GOODS_DELIVERY: texts.goodsAtDelivery,
    PHOTO_DAMAGED_GOODS: texts.damage,
    PHOTO_SEAL_NUMBER: texts.seal,
    OTHER: texts.other,
  }
  const unfit =
    kind === 'PICKUP' ? ['PROOF_OF_DELIVERY_DRIVER_APP', 'PHOTO_OF_GOODS_DELIVERY'] : ['PHOTO_OF_GOODS_PICKUP']
  return (Object.entries(all) as [DriverPhotoType, string][]).filter(([type]) => !unfit.includes(type))
}

/** `14:05` in the stop's time zone. */
export function timeLabel(instant: string | null, zone: string, language: string): string {
  if (instant === null) return ''
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone } as const
  return new Intl.DateTimeFormat(language, options).format(new Date(instant))
}

/** `Tue 19:00` in the phone's time zone. */
export function momentLabel(instant: string, language: string): string {
  const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options).format(new Date(instant))
}

/** `Today`, `Tomorrow`, or `Wed 4 February` in the stop's time zone. */
export function dayLabel(
  instant: string | null,
  zone: string,
  page: { texts: Texts; language: string; now: Date },
): string {
  if (instant === null) return ''
  const { texts, language, now } = page
  const day = (at: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at)
  const at = new Date(instant)
  if (day(at) === day(now)) return texts.today
  if (day(at) === day(new Date(now.getTime() + 86_400_000))) return texts.tomorrow
  const options = { weekday: 'short', day: 'numeric', month: 'long', timeZone: zone } as const
  // English uses European formats here.
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options).format(at)
}

/**
 * Link that opens the phone's navigation app: by coordinates, otherwise by address.
 * @param isApple Apple devices do not support geo: links
 */
export function navigationLink({ place }: Pick<DriverStop, 'place'>, isApple: boolean): string | undefined {
  const { latitude, longitude, name } = place
  const address = addressLines(place).join(', ')
  const isKnown = latitude !== null && longitude !== null
  if (!isKnown && address === '') return undefined
  const target = isKnown ? `${latitude},${longitude}` : encodeURIComponent(address)
  if (isApple) return `maps://?daddr=${target}`
  if (!isKnown) return `geo:0,0?q=${target}`
  return `geo:${target}?q=${target}(${encodeURIComponent(name ?? address)})`
}

/** Street, and postal code with city and country, where available. */
export function addressLines({ address, postal_code, city, country }: DriverStop['place']): string[] {
  const town = [country, postal_code, city].filter((part) => part !== null).join(' ')
  return [address ?? '', town].filter((line) => line !== '')
}
