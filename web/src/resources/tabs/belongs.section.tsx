import type { ResourceRecord } from '@cartage/contract/resources/app/record'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { EditableChoice } from '../../ui/properties/editable-choice.tsx'
import { EditableMany } from '../../ui/properties/editable-many.tsx'
import { EditableRecord } from '../../ui/properties/editable-record.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { findLocations, findSubcontractors, settingChoicesQuery } from '../queries.ts'

interface Found {
  id: string
  name: string
  city?: string | null
}

/** Owner, planning and equipment of a resource. */
export function BelongsSection({
  record,
  isEditable,
  onSave,
}: {
  record: ResourceRecord
  isEditable: boolean
  /** Changes members. Rejects with the server's error. */
  onSave: (body: object) => Promise<unknown>
}) {
  const { t } = useLingui()
  const { resource } = record
  const extras = useQuery(settingChoicesQuery('extras')).data ?? []
  const entities = useQuery(settingChoicesQuery('billing_entities')).data ?? []
  const companyId = resource.subcontractor?.row_id
  const subcontractor = companyId ? { id: companyId, name: record.subcontractor_name ?? companyId } : null
  const entity = resource.billing_entity
  return (
    <Section title={t`Belongs to`}>
      <Properties>
        <Property name={t`Groups`}>{resource.resource_groups?.map(({ name }) => name).join(', ')}</Property>
        <EditableRecord<Found>
          name={t`Carrier`}
          value={subcontractor}
          isEditable={isEditable}
          shown={
            subcontractor && (
              <Link to="/companies/$companyId" params={{ companyId: subcontractor.id }} className="hover:underline">
                {subcontractor.name}
              </Link>
            )
          }
          onSave={(found) => onSave({ subcontractor: found && { row_id: found.id } })}
          queryKey={['companies', 'subcontractors']}
          search={findSubcontractors}
          placeholder={t`Own fleet`}
          {...named}
        />
        <EditableChoice
          name={t`Billing entity`}
          value={entity?.code ?? null}
          choices={
            entity && !entities.some(({ value }) => value === entity.code)
              ? [{ value: entity.code, label: entity.legal_name }, ...entities]
              : entities
          }
          isEditable={isEditable}
          onSave={(code) => onSave({ billing_entity: { code } })}
        />
        <EditableMany
          name={t`Equipment`}
          choices={extras}
          chosen={resource.extras?.map(({ code }) => code) ?? []}
          isEditable={isEditable}
          onSave={(codes) => onSave({ extras: codes.map((code) => ({ code })) })}
        />
        {resource.type === 'DRIVER' && <StartLocation record={record} isEditable={isEditable} onSave={onSave} />}
      </Properties>
    </Section>
  )
}

/** Where a driver's day starts and ends (RES-15). */
function StartLocation({
  record,
  isEditable,
  onSave,
}: {
  record: ResourceRecord
  isEditable: boolean
  onSave: (body: object) => Promise<unknown>
}) {
  const { t } = useLingui()
  const driver = (record.resource as { driver?: { start_stop_location?: { id: string } | null } }).driver
  // Absent instead of null for roles without read permission.
  if (!driver || !('start_stop_location' in driver)) return null
  const id = driver.start_stop_location?.id
  const value = id === undefined ? null : { id, name: record.start_stop_location_name ?? id }
  return (
    <EditableRecord<Found>
      name={t`Start location`}
      value={value}
      isEditable={isEditable}
      onSave={(found) => onSave({ driver: { start_stop_location: found && { id: found.id } } })}
      queryKey={['locations', 'find']}
      search={findLocations}
      {...named}
    />
  )
}

const named = {
  textOf: (found: Found) => found.name,
  keyOf: (found: Found) => found.id,
  sideOf: (found: Found) => found.city,
}
