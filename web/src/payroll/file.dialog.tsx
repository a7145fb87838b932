import type { PayrollColumn, PayrollSettings } from '@cartage/contract/payroll/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Loaded } from '../records/loaded.tsx'
import { IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { ArrowDown, ArrowUp } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { KeysMeanwhile } from '../ui/overlay/late-dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { payrollSettingsQuery, useSavePayrollSettings } from './queries.ts'

/** Columns of the file with titles and order, and its number format. */
export function FileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery(payrollSettingsQuery)
  // Keys typed while the settings load are for their fields.
  if (query.isPending) return <KeysMeanwhile />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Columns of the file`}
      text={<Trans>As your payroll program reads them. They are the same for everyone in the organisation.</Trans>}
      className="w-[640px]"
    >
      <Loaded query={query}>{(loaded) => <FileForm {...loaded} onClose={onClose} />}</Loaded>
    </Dialog>
  )
}

interface Line {
  column: PayrollColumn
  heading: string
  isOn: boolean
}

function FileForm({
  settings,
  names,
  onClose,
}: {
  settings: PayrollSettings
  names: readonly { column: PayrollColumn; name: string }[]
  onClose: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const save = useSavePayrollSettings()
  const [lines, setLines] = useState<Line[]>(() => linesOf(settings, names))
  const [format, setFormat] = useState(settings)
  const nameOf = new Map(names.map(({ column, name }) => [column, name]))
  function submit() {
    const columns = lines
      .filter(({ isOn }) => isOn)
      .map(({ column, heading }) => ({ column, heading: heading.trim() === '' ? null : heading.trim() }))
    const { separator, decimal, hours_as } = format
    const body = { ...settings, columns, separator, decimal, hours_as }
    save.mutate(body, {
      onSuccess: () => {
        toasts.done(t`Settings saved`)
        onClose()
      },
    })
  }
  const change = (at: number, members: Partial<Line>) =>
    setLines(lines.map((line, index) => (index === at ? { ...line, ...members } : line)))
  return (
    <Form
      label={t`Columns of the file`}
      failure={save.error ? failureOf(save.error) : undefined}
      onSubmit={submit}
      footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={save.isPending} />}
    >
      <Format format={format} onChange={setFormat} />
      <ul className="max-h-[45vh] divide-y divide-line overflow-y-auto" aria-label={t`Columns`}>
        {lines.map((line, at) => (
          <ColumnLine
            key={line.column}
            line={line}
            name={nameOf.get(line.column) ?? line.column}
            onChange={(members) => change(at, members)}
            onMove={(by) => setLines(moved(lines, at, by))}
          />
        ))}
      </ul>
    </Form>
  )
}

/** Columns of the file in their order, then the unused ones. */
function linesOf({ columns }: PayrollSettings, names: readonly { column: PayrollColumn }[]): Line[] {
  const chosen = new Set(columns.map(({ column }) => column))
  return [
    ...columns.map(({ column, heading }) => ({ column, heading: heading ?? '', isOn: true })),
    ...names.filter(({ column }) => !chosen.has(column)).map(({ column }) => ({ column, heading: '', isOn: false })),
  ]
}

function moved(lines: readonly Line[], at: number, by: number): Line[] {
  const others = lines.filter((_, index) => index !== at)
  return others.toSpliced(Math.max(0, at + by), 0, lines[at]!)
}

function ColumnLine({
  line,
  name,
  onChange,
  onMove,
}: {
  line: Line
  name: string
  onChange: (members: Partial<Line>) => void
  onMove: (by: number) => void
}) {
  const { t } = useLingui()
  return (
    <li className="flex items-center gap-2 py-1">
      <Checkbox isOn={line.isOn} label={name} onChange={(isOn) => onChange({ isOn })} />
      <span className={line.isOn ? 'flex-1' : 'flex-1 text-ink-3'}>{name}</span>
      <input
        className="field h-7 w-48"
        aria-label={t`Heading of ${name}`}
        placeholder={name}
        value={line.heading}
        maxLength={60}
        disabled={!line.isOn}
        onChange={(event) => onChange({ heading: event.target.value })}
      />
      <IconButton icon={ArrowUp} label={t`Move ${name} up`} onClick={() => onMove(-1)} />
      <IconButton icon={ArrowDown} label={t`Move ${name} down`} onClick={() => onMove(1)} />
    </li>
  )
}

function Format({ format, onChange }: { format: PayrollSettings; onChange: (format: PayrollSettings) => void }) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-3 gap-3">
      <Field label={t`Between columns`} fault={undefined}>
        {(input) => (
          <Select<PayrollSettings['separator']>
            {...input}
            choices={[
              { value: 'SEMICOLON', label: t`Semicolon` },
              { value: 'COMMA', label: t`Comma` },
              { value: 'TAB', label: t`Tab` },
            ]}
            value={format.separator}
            onChange={(separator) => onChange({ ...format, separator })}
          />
        )}
      </Field>
      <Field label={t`Decimals`} fault={undefined}>
        {(input) => (
          <Select<PayrollSettings['decimal']>
            {...input}
            choices={[
              { value: 'COMMA', label: '7,50' },
              { value: 'POINT', label: '7.50' },
            ]}
            value={format.decimal}
            onChange={(decimal) => onChange({ ...format, decimal })}
          />
        )}
      </Field>
      <Field label={t`Hours as`} fault={undefined}>
        {(input) => (
          <Select<PayrollSettings['hours_as']>
            {...input}
            choices={[
              { value: 'DECIMAL', label: t`Hours with decimals` },
              { value: 'CLOCK', label: t`Hours and minutes (7:30)` },
              { value: 'MINUTES', label: t`Minutes` },
            ]}
            value={format.hours_as}
            onChange={(hours_as) => onChange({ ...format, hours_as })}
          />
        )}
      </Field>
    </div>
  )
}
