import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '../form/checkbox.tsx'
import { chosenOf, type NamedRows } from './row-keys.ts'
import type { Windows } from './row-windows.ts'
import { mostAtOnce, type Selection } from './selection.ts'

type ChooseAllProps<Row> = NamedRows<Row> & {
  windows: Pick<Windows<Row>, 'total' | 'firstRows'>
  selection: Selection
}

/** Selects the first rows, up to the limit of a bulk request, or clears the selection (BULK-1). */
export function ChooseAll<Row>({ windows, selection, ...named }: ChooseAllProps<Row>) {
  const { t } = useLingui()
  const most = Math.min(windows.total ?? 0, mostAtOnce)
  const isOn = selection.count > 0 && selection.count >= most
  async function toggle(isChosen: boolean) {
    if (!isChosen) return selection.clear()
    const rows = await windows.firstRows(most)
    selection.choose(rows.map((row) => chosenOf(row, named)))
  }
  return (
    <Checkbox
      label={t`Select all`}
      isOn={isOn}
      isPart={selection.count > 0 && !isOn}
      onChange={(isChosen) => void toggle(isChosen)}
    />
  )
}
