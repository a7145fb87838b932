import type { ResourceRecord } from '@cartage/contract/resources/app/record'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type CodeLabels, textOfCode, useLabels } from '../../records/code-labels.ts'
import { memberLabels } from '../../records/member.labels.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { Period } from '../../unavailabilities/period.tsx'
import { unavailabilitiesQuery } from '../../unavailabilities/queries.ts'
import { UnavailabilityReason } from '../../unavailabilities/reason.labels.tsx'
import { resourceStateQuery } from '../queries.ts'

const mostNext = 3

/** Last position of a resource, and its next unavailability. */
export function NowSection({ record }: { record: ResourceRecord }) {
  const { t, i18n } = useLingui()
  const kindLabel = useLabels(sampleLabels)
  const id = String(record.resource.id)
  const absences = useQuery(unavailabilitiesQuery(id)).data?.items ?? []
  const { states = [], doubt } = useQuery(resourceStateQuery(id)).data ?? {}
  const now = Date.now()
  const next = absences
    .filter(({ end_time }) => end_time === null || Date.parse(end_time) > now)
    .toSorted((one, other) => Date.parse(one.start_time) - Date.parse(other.start_time))
    .slice(0, mostNext)
  const position = states.find(({ kind }) => kind === 'POSITION')
  const others = states.filter(({ kind }) => kind !== 'POSITION')
  return (
    <Section title={t`Now and next`}>
      <Properties>
        <Property name={t`Last position`}>
          {position && (
            <span className="inline-flex flex-wrap items-center gap-1">
              <Position {...position.value} />
              <span className="text-ink-3">
                <RelativeTime instant={position.recorded_at} />
              </span>
            </span>
          )}
        </Property>
        {doubt && doubt.no_fix + doubt.jumps > 0 && (
          <Property name={t`Ignored positions`}>
            <span className="tnum text-amber">
              <Trans>
                {doubt.no_fix} at 0, 0 and <Plural value={doubt.jumps} one="# jump" other="# jumps" /> in 7 days
              </Trans>
            </span>{' '}
            <span className="text-ink-3">{doubt.last_at && <RelativeTime instant={doubt.last_at} />}</span>
          </Property>
        )}
        {others.map(({ kind, recorded_at, value }) => (
          <Property key={kind} name={kindLabel(kind)}>
            <span className="tnum">{valuesText(value, (number) => i18n.number(number))}</span>{' '}
            <span className="text-ink-3">
              <RelativeTime instant={recorded_at} />
            </span>
          </Property>
        ))}
        <Property name={t`Unavailability`}>
          {next.length > 0 && (
            <ul className="grid gap-1">
              {next.map((one) => (
                <li key={one.id} className="flex flex-wrap items-center gap-x-2">
                  <UnavailabilityReason reason={one.reason} />
                  <span className="text-ink-2">
                    <Period startsAt={one.start_time} endsAt={one.end_time} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Property>
      </Properties>
    </Section>
  )
}

/** A position as on a map, `51.2194° N, 4.4025° E`, with a link to the map. Copied in machine format. */
function Position({ latitude, longitude }: Record<string, unknown>) {
  const { t, i18n } = useLingui()
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  // Five decimals are about a metre, four the length of a truck.
  const [lat, lon] = [latitude, longitude].map((value) => String(Number(value.toFixed(5))))
  const spoken = (value: number) => i18n.number(Math.abs(value), { maximumFractionDigits: 4 })
  const north = latitude < 0 ? t({ message: 'S', context: 'south' }) : t({ message: 'N', context: 'north' })
  const east = longitude < 0 ? t({ message: 'W', context: 'west' }) : t({ message: 'E', context: 'east' })
  return (
    <>
      <a
        href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=14/${lat}/${lon}`}
        target="_blank"
        rel="noreferrer"
        title={t`Open in OpenStreetMap`}
        className="tnum underline underline-offset-2"
      >
        {spoken(latitude)}° {north}, {spoken(longitude)}° {east}
      </a>
      <CopyButton text={`${lat}, ${lon}`} label={t`Copy position`} />
    </>
  )
}

/** Labels of device measurements. */
const sampleLabels: CodeLabels = {
  TEMPERATURE: memberLabels.temperature,
  TACHOGRAPH: msg`Tachograph`,
  FUEL: msg`Fuel level`,
  MILEAGE: msg`Odometer`,
  WEIGHT: msg`Weight`,
}

/** Values of a measurement with their labels: `Total weight 12,400`. */
function valuesText(value: object, numberText: (number: number) => string): string {
  const entries = Object.entries(value as Record<string, unknown>).filter(([, one]) => one !== null && one !== '')
  const spoken = (one: unknown) => {
    if (typeof one === 'number') return numberText(one)
    if (typeof one !== 'string') return JSON.stringify(one)
    return /^[A-Z_]+$/.test(one) ? textOfCode(one) : one
  }
  if (entries.length === 1) return spoken(entries[0]![1])
  return entries.map(([name, one]) => `${textOfCode(name)} ${spoken(one)}`).join(', ')
}
