import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Plus } from '../ui/icons.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { EditableProperty, Properties, Property } from '../ui/properties/properties.tsx'

type Fields = Readonly<Record<string, unknown>>

/** Custom fields of a record, named by the tenant. Text fields are editable, and clearing one removes it. */
export function CustomFields({
  fields,
  isEditable,
  onSave,
}: {
  fields: Fields
  isEditable: boolean
  /** Receives all fields in their new state. Rejects if the server refuses. */
  onSave: (fields: Record<string, unknown>) => Promise<unknown>
}) {
  const { t } = useLingui()
  const [isAdding, setIsAdding] = useState(false)
  const entries = Object.entries(fields)
  if (entries.length === 0 && !isEditable) return null

  function change(member: string, value: string) {
    const { [member]: _, ...others } = fields
    return onSave(value === '' ? others : { ...others, [member]: value })
  }

  return (
    <Section
      title={t`Custom fields`}
      actions={
        isEditable &&
        !isAdding && (
          <Button variant="ghost" icon={Plus} onClick={() => setIsAdding(true)}>
            <Trans>Add field</Trans>
          </Button>
        )
      }
    >
      {isAdding && <NewField fields={fields} onSave={onSave} onAdded={() => setIsAdding(false)} />}
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

function NewField({
  fields,
  onSave,
  onAdded,
}: {
  fields: Fields
  onSave: (fields: Record<string, unknown>) => Promise<unknown>
  onAdded: () => void
}) {
  const { t } = useLingui()
  const [fault, setFault] = useState<string>()

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [name, value] = [String(form.get('name')).trim(), String(form.get('value'))]
    if (name === '' || value === '') return
    try {
      await onSave({ ...fields, [name]: value })
      onAdded()
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <form onSubmit={(event) => void add(event)} className="grid gap-1 pb-2">
      <div className="flex gap-1.5">
        <input name="name" className="field w-28" aria-label={t`Field name`} placeholder={t`Name`} required />
        <input name="value" className="field flex-1" aria-label={t`Value`} placeholder={t`Value`} required />
        <Button type="submit">
          <Trans>Add</Trans>
        </Button>
      </div>
      {fault !== undefined && (
        <p role="alert" className="text-[12px] text-red">
          {fault}
        </p>
      )}
    </form>
  )
}
