import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { EditableProperty, Properties, Property } from '../ui/properties/properties.tsx'

type Fields = Readonly<Record<string, unknown>>

/** Fields a tenant keeps with a record under names of its own. Texts are changed here; an empty one removes the field. */
export function CustomFields({
  fields,
  isEditable,
  onSave,
}: {
  fields: Fields
  isEditable: boolean
  /** Gets all fields as they shall be; rejects when the server refuses. */
  onSave: (fields: Record<string, unknown>) => Promise<unknown>
}) {
  const { t } = useLingui()
  const [name, setName] = useState<string>()
  const entries = Object.entries(fields)
  if (entries.length === 0 && !isEditable) return null

  function change(member: string, value: string) {
    const { [member]: _, ...others } = fields
    return onSave(value === '' ? others : { ...others, [member]: value })
  }

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [member, value] = [String(form.get('name')).trim(), String(form.get('value'))]
    if (member === '' || value === '') return
    await onSave({ ...fields, [member]: value })
    setName(undefined)
  }

  return (
    <Section
      title={t`Custom fields`}
      actions={
        isEditable &&
        name === undefined && (
          <Button variant="ghost" icon={Plus} onClick={() => setName('')}>
            <Trans>Add field</Trans>
          </Button>
        )
      }
    >
      {name !== undefined && (
        <form onSubmit={(event) => void add(event)} className="flex gap-1.5 pb-2">
          <input name="name" className="field w-28" aria-label={t`Field name`} placeholder={t`Name`} required />
          <input name="value" className="field flex-1" aria-label={t`Value`} placeholder={t`Value`} required />
          <Button type="submit">
            <Trans>Add</Trans>
          </Button>
        </form>
      )}
      <Properties>
        {entries.map(([member, value]) =>
          typeof value === 'object' && value !== null ? (
            <Property key={member} name={member}>
              <code className="text-[12px]">{JSON.stringify(value)}</code>
            </Property>
          ) : (
            <EditableProperty
              key={member}
              name={member}
              value={value === null ? '' : String(value)}
              isEditable={isEditable}
              onSave={(text) => change(member, text)}
            />
          ),
        )}
      </Properties>
    </Section>
  )
}
