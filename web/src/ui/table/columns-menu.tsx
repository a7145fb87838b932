import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Button } from '../button.tsx'
import { SlidersHorizontal } from '../icons.tsx'
import { Menu, MenuCheck, MenuTitle } from '../overlay/menu.tsx'
import type { Column } from './data-table.tsx'

/** Visible columns of a table, stored on this device. */
export interface ShownColumns<Row> {
  columns: readonly Column<Row>[]
  isShown(id: string): boolean
  toggle(id: string): void
  all: readonly Column<Row>[]
}

/** Columns of the table called `name`. Those in `hiddenAtFirst` are hidden by default. */
export function useShownColumns<Row>(
  name: string,
  all: readonly Column<Row>[],
  hiddenAtFirst: readonly string[] = [],
): ShownColumns<Row> {
  const key = `cartage.columns.${name}`
  const [hidden, setHidden] = useState<readonly string[]>(() => readHidden(key) ?? hiddenAtFirst)
  // Stable until the visible columns change, so that rows render only then.
  const columns = useMemo(() => all.filter((column) => column.isFixed || !hidden.includes(column.id)), [all, hidden])
  return {
    all,
    columns,
    isShown: (id) => !hidden.includes(id),
    toggle(id) {
      const next = hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]
      setHidden(next)
      keepHidden(key, next)
    },
  }
}

function readHidden(key: string): string[] | undefined {
  try {
    const stored = window.localStorage.getItem(key)
    return stored === null ? undefined : stored.split(',')
  } catch {
    return undefined
  }
}

function keepHidden(key: string, hidden: readonly string[]): void {
  try {
    window.localStorage.setItem(key, hidden.join(','))
  } catch {
    // Storage may be disabled: the choice lasts until the page is left.
  }
}

/** Menu to choose the columns of a table. */
export function ColumnsMenu<Row>({ shown }: { shown: ShownColumns<Row> }) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" icon={SlidersHorizontal}>
          <Trans>Display</Trans>
        </Button>
      }
    >
      <MenuTitle>
        <Trans>Columns</Trans>
      </MenuTitle>
      {shown.all
        .filter((column) => !column.isFixed)
        .map((column) => (
          <MenuCheck key={column.id} isOn={shown.isShown(column.id)} onChange={() => shown.toggle(column.id)}>
            {column.title}
          </MenuCheck>
        ))}
    </Menu>
  )
}
