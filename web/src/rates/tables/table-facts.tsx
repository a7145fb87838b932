import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { recordsQuery } from '../queries.ts'
import type { Cells } from './cells.ts'
import type { TableSettings } from './table-settings.ts'

const nothing = '\u0000'

interface Editor {
  settings: TableSettings
  setSettings: (settings: TableSettings) => void
  cells: Cells
  setCells: (cells: Cells) => void
}

/** Currency of a table, zone set of its rows, and whether a row has one zone or two. */
export function TableFacts({ editor: { settings, setSettings, cells, setCells } }: { editor: Editor }) {
  const { t } = useLingui()
  const sets = useQuery(recordsQuery('ZONE_SET')).data?.items ?? []
  const { currency, zone_set, keys } = settings
  function setKeys(isPair: boolean) {
    setSettings({ ...settings, keys: isPair ? 2 : 1 })
    setCells(cells.map((row) => (isPair ? row.toSpliced(1, 0, '') : row.toSpliced(1, 1))))
  }
  return (
    <>
      <div className="w-24">
        <TextField
          label={t`Currency`}
          maxLength={3}
          value={currency}
          onChange={(text) => setSettings({ ...settings, currency: text.toUpperCase() })}
        />
      </div>
      <div className="w-56">
        <Field label={t`Zone set`} fault={undefined}>
          {({ id, className }) => (
            <Select
              id={id}
              className={className}
              choices={[
                { value: nothing, label: t`No zone set` },
                ...sets.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
              ]}
              value={zone_set ?? nothing}
              onChange={(code) => setSettings({ ...settings, zone_set: code === nothing ? undefined : code })}
            />
          )}
        </Field>
      </div>
      <CheckField isOn={keys === 2} onChange={setKeys}>
        {t`Zone by zone`}
      </CheckField>
    </>
  )
}
