import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { readCoordinates } from '@cartage/contract/reading/coordinates'
import { useLingui } from '@lingui/react/macro'
import { withFaultText } from '../../api/fault-text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { NumberProperty } from '../../ui/properties/number-property.tsx'
import { EditableProperty, Properties, Property } from '../../ui/properties/properties.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { FenceLine } from '../fence-line.tsx'
import { LocationMap } from '../location-map.tsx'
import { Precision } from '../place-question.tsx'
import * as queries from '../queries.ts'

type TextMember =
  | 'name'
  | 'display_name'
  | 'code'
  | 'external_id'
  | 'address'
  | 'address_second_line'
  | 'postal_code'
  | 'city'
  | 'state'
  | 'country'
  | 'description'
  | 'opening_hours'

/** Properties of a location, each edited inline. */
export function PropertiesTab({ location, isEditable }: { location: LocationRecord; isEditable: boolean }) {
  const { t } = useLingui()
  const change = queries.useLocationChange()
  const save = (body: queries.LocationPatch) =>
    withFaultText(change.mutateAsync(() => queries.patchLocation(location.id, body)))
  const line = (member: TextMember, name: string, example?: string) => (
    <EditableProperty
      name={name}
      value={location[member] ?? ''}
      isEditable={isEditable}
      onSave={(value) => save({ [member]: value || null })}
      {...(example !== undefined && { example })}
    />
  )
  const { latitude, longitude } = location
  const coordinates = latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`
  return (
    <div className="grid max-w-[1060px] gap-x-10 px-4 lg:grid-cols-2">
      <div>
        <Section title={t`Address`}>
          <Properties>
            {line('name', t`Name`)}
            {line('display_name', t`Display name`)}
            {line('address', t`Street`)}
            {line('address_second_line', t`Address line 2`)}
            {line('postal_code', t`Postal code`)}
            {line('city', t`Town`)}
            {line('state', t`Province`)}
            {line('country', t`Country`)}
          </Properties>
        </Section>
        <Section title={t`For drivers`}>
          <Properties>
            {line('opening_hours', t`Opening hours`, 'Mo-Fr 08:00-17:00; PH off')}
            {line('description', t`Directions`)}
          </Properties>
        </Section>
        <StopMinutes location={location} isEditable={isEditable} onSave={save} />
      </div>
      <div>
        <Section title={t`Coordinates`}>
          <Properties>
            <EditableProperty
              name={t`Coordinates`}
              value={coordinates}
              isEditable={isEditable}
              example="51.9496, 4.1453"
              onSave={(text) =>
                saveCoordinates(text, save, t`Enter latitude and longitude, for example 51.9496, 4.1453.`)
              }
            />
            <Property name={t`Precision`}>
              <Precision location={location} />
            </Property>
            <FenceLine locationId={location.id} isEditable={isEditable} />
            <Property name={t`Time zone`}>{location.time_zone}</Property>
          </Properties>
          <LocationMap location={location} isEditable={isEditable} />
        </Section>
        <Section title={t`Record`}>
          <Properties>
            {line('code', t`Code`)}
            {line('external_id', t`External ID`)}
            <Seen location={location} />
          </Properties>
        </Section>
      </div>
    </div>
  )
}

/** When a location was first seen and last updated, and its id. */
function Seen({ location }: { location: LocationRecord }) {
  const { t } = useLingui()
  return (
    <>
      <Property name={t`First seen`}>
        <RelativeTime instant={location.created_timestamp} />
      </Property>
      <Property name={t`Updated`}>
        <RelativeTime instant={location.updated_timestamp} />
      </Property>
      <Property name={t`ID`}>
        <span className="inline-flex items-center gap-1 font-mono text-[12px]">
          {location.id}
          <CopyButton text={location.id} label={t`Copy ID`} />
        </span>
      </Property>
    </>
  )
}

/** Default duration of stops at a location, where the order states none. */
function StopMinutes({
  location,
  isEditable,
  onSave,
}: {
  location: LocationRecord
  isEditable: boolean
  onSave: (body: queries.LocationPatch) => Promise<void>
}) {
  const { t } = useLingui()
  const minutes = (member: 'loading_minutes' | 'unloading_minutes', name: string) => (
    <NumberProperty
      name={name}
      value={location[member]}
      isEditable={isEditable}
      unit="min"
      placeholder={t`30 unless the order says`}
      onSave={(value) => onSave({ [member]: value })}
    />
  )
  return (
    <Section title={t`Minutes at a stop`}>
      <Properties>
        {minutes('loading_minutes', t`Loading time`)}
        {minutes('unloading_minutes', t`Unloading time`)}
      </Properties>
    </Section>
  )
}

async function saveCoordinates(
  text: string,
  save: (body: queries.LocationPatch) => Promise<void>,
  fault: string,
): Promise<void> {
  if (text.trim() === '') return save({ latitude: null, longitude: null })
  const found = readCoordinates(text)
  if (found === undefined) throw new Error(fault)
  return save(found)
}
