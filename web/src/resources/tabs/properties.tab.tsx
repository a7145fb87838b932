import type { ResourceRecord } from '@cartage/contract/resources/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { withFaultText } from '../../api/fault-text.ts'
import { useLabels } from '../../records/code-labels.ts'
import { useLocales } from '../../records/code-lists.ts'
import { CustomFields } from '../../records/custom-fields.tsx'
import { phoneText } from '../../records/phone-text.ts'
import { ResourceType, useTypeLabel } from '../../records/resource.labels.tsx'
import { useResourceChange } from '../../records/resource.queries.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { EditableChoice } from '../../ui/properties/editable-choice.tsx'
import { EditableProperty, Properties, Property } from '../../ui/properties/properties.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { kindMemberOf } from '../peek.panel.tsx'
import { axlesOf, resourceProperties } from '../properties.ts'
import { propertyLabels } from '../property.labels.ts'
import { patchResource, type ResourcePatch } from '../queries.ts'
import { BelongsSection } from './belongs.section.tsx'
import { NowSection } from './now.section.tsx'

/** Properties of a resource, each edited in place. */
export function PropertiesTab({ record, isEditable }: { record: ResourceRecord; isEditable: boolean }) {
  const change = useResourceChange()
  const { resource } = record
  const id = String(resource.id)
  const save = (body: object) => withFaultText(change.mutateAsync(() => patchResource(id, body as ResourcePatch)))
  return (
    <div className="grid max-w-[1060px] gap-x-10 px-4 lg:grid-cols-2">
      <div>
        <General {...{ resource, isEditable, save }} />
        <BelongsSection record={record} isEditable={isEditable} onSave={save} />
        <AboutRecord record={record} />
      </div>
      <div>
        {!record.is_archived && <NowSection record={record} />}
        <KindSection {...{ resource, isEditable, save }} />
        <CustomFields
          fields={(resource.custom_fields ?? {}) as Record<string, unknown>}
          isEditable={isEditable}
          onSave={(custom_fields) => save({ custom_fields })}
        />
        <Integrations integrations={resource.integrations} />
      </div>
    </div>
  )
}

interface SectionProps {
  resource: ResourceRecord['resource']
  isEditable: boolean
  /** Changes members. Rejects with the server's error. */
  save: (body: object) => Promise<unknown>
}

function General({ resource, isEditable, save }: SectionProps) {
  const { t } = useLingui()
  const locales = useLocales(text(resource.locale))
  return (
    <Section title={t`General`}>
      <Properties>
        <EditableProperty
          name={t`Name`}
          value={text(resource.name)}
          isEditable={isEditable}
          onSave={(name) => save({ name })}
        />
        <EditableProperty
          name={t`Code`}
          value={text(resource.code)}
          isEditable={isEditable}
          onSave={(code) => save({ code: code || null })}
        />
        <EditableProperty
          name={t`External ID`}
          value={text(resource.external_id)}
          isEditable={isEditable}
          onSave={(external_id) => save({ external_id })}
        />
        <EditableChoice
          name={t`Language`}
          value={text(resource.locale) || null}
          choices={locales}
          isEditable={isEditable}
          onSave={(locale) => save({ locale })}
        />
        <EditableProperty
          name={t`Note`}
          value={text(resource.note)}
          isEditable={isEditable}
          onSave={(note) => save({ note })}
        />
      </Properties>
    </Section>
  )
}

/** Numeric members. Some arrive as text, to keep all digits. */
const measured = /_(kg|m|m3|spaces)$/

/** Properties specific to its kind, such as the plate of a vehicle. */
function KindSection({ resource, isEditable, save }: SectionProps) {
  const { t, i18n } = useLingui()
  const typeLabel = useTypeLabel()
  const labelOf = useLabels(propertyLabels)
  const kind = kindMemberOf(resource)
  const special = (resource[kind] ?? {}) as Record<string, unknown>
  const lines = resourceProperties.filter(({ member }) => member in special)
  const shownOf = (member: string, value: unknown) => {
    if (typeof value === 'number') return i18n.number(value)
    if (measured.test(member) && Number.isFinite(Number(value ?? Number.NaN))) return i18n.number(Number(value))
    if (member === 'phone_number') return phoneText(text(value))
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined
    return i18n.date(new Date(`${value}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
  }
  return (
    <Section title={typeLabel(String(resource.type))}>
      <Properties>
        {lines.map(({ member, name, choices }) =>
          choices ? (
            <EditableChoice
              key={member}
              name={t(name)}
              value={special[member] === null ? null : text(special[member])}
              choices={choicesOf(member === 'axle_configuration' ? axlesOf(kind) : choices, labelOf)}
              isEditable={isEditable}
              onSave={(value) => save({ [kind]: { [member]: value || null } })}
            />
          ) : (
            <EditableProperty
              key={member}
              name={t(name)}
              value={text(special[member])}
              shown={shownOf(member, special[member])}
              isEditable={isEditable}
              onSave={(value) => save({ [kind]: { [member]: value || null } })}
            />
          ),
        )}
      </Properties>
    </Section>
  )
}

function AboutRecord({ record: { resource, source } }: { record: ResourceRecord }) {
  const { t } = useLingui()
  const id = String(resource.id)
  return (
    <Section title={t`Record`}>
      <Properties>
        <Property name={t`Type`}>
          <ResourceType type={String(resource.type)} />
          <span className="block text-[12px] text-ink-3">
            <Trans>Type cannot be changed. Create a new resource instead.</Trans>
          </span>
        </Property>
        <Property name={t`Source`}>{source}</Property>
        <Property name={t`Updated`}>
          {resource.timestamp_updated && <RelativeTime instant={resource.timestamp_updated} />}
        </Property>
        <Property name={t`ID`}>
          <span className="inline-flex items-center gap-1 font-mono text-[12px]">
            {id}
            <CopyButton text={id} label={t`Copy ID`} />
          </span>
        </Property>
      </Properties>
    </Section>
  )
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

/** Choices of a field that may also be empty. */
function choicesOf(values: readonly string[], labelOf: (code: string) => string) {
  return [{ value: '', label: '—' }, ...values.map((value) => ({ value, label: labelOf(value) }))]
}

/** Data that other systems store with a resource, by their code. Read-only here, changed through the API. */
function Integrations({ integrations }: { integrations: unknown }) {
  const { t } = useLingui()
  const entries = Object.entries((integrations ?? {}) as Record<string, unknown>)
  if (entries.length === 0) return null
  return (
    <Section title={t`Integrations`}>
      <Properties>
        {entries.map(([code, facts]) => (
          <Property key={code} name={code}>
            <code className="text-[12px]">{JSON.stringify(facts)}</code>
          </Property>
        ))}
      </Properties>
    </Section>
  )
}
