import { cleanup } from '@testing-library/react'
import { describe, expect, vi } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { useShownColumns } from './columns-menu.tsx'
import { type Column, DataTable, RowCount, type Sort } from './data-table.tsx'
import { ListFrame, sortFrom, sortText } from './list-frame.tsx'
import { ListPanel } from './list-panel.tsx'
import { PlainTable } from './plain-table.tsx'
import { useCursor } from './row-keys.ts'
import type { Windows } from './row-windows.ts'
import { useSelection } from './selection.ts'
import { SidewaysBox } from './sideways-box.tsx'
import { StaleBar } from './stale-bar.tsx'
import { TwoLines } from './two-lines.tsx'

interface Truck {
  id: string
  plate: string
  weight: number
}

const trucks: readonly Truck[] = [
  { id: '1', plate: '1-AAA-111', weight: 12000 },
  { id: '2', plate: '1-BBB-222', weight: 18000 },
  { id: '3', plate: '1-CCC-333', weight: 24000 },
]

const columns: readonly Column<Truck>[] = [
  { id: 'plate', title: 'Plate', width: 200, sortKey: 'plate', isFixed: true, cell: ({ plate }) => plate },
  { id: 'weight', title: 'Weight', width: 100, align: 'right', cell: ({ weight }) => weight },
]

const failure = { title: 'Cannot reach the server', message: 'Check your connection.', requestId: 'request-4' }

function windowsOf(rows: readonly Truck[] | undefined): Windows<Truck> & { retry: () => void } {
  return {
    total: rows?.length,
    rowAt: (index) => rows?.[index],
    firstRows: (most) => Promise.resolve(rows?.slice(0, most) ?? []),
    show: () => {},
    error: null,
    updatedAt: Date.now(),
    isStale: false,
    isAnswered: rows !== undefined,
    retry: vi.fn<() => void>(),
  }
}

interface Shown {
  rows?: readonly Truck[] | undefined
  failure?: typeof failure
  sort?: Sort
  card?: (truck: Truck) => string
}

async function show(page: Page, { rows, failure: why, sort, card }: Shown) {
  const commands = {
    onPeek: vi.fn<(truck: Truck) => void>(),
    onOpen: vi.fn<(truck: Truck) => void>(),
    onSort: vi.fn<(sort: Sort) => void>(),
  }
  const windows = windowsOf(rows)
  function List() {
    const selection = useSelection(rows?.length)
    return (
      <>
        <output>{[...selection.keys].join(' ') || selection.count}</output>
        <DataTable
          label="Trucks"
          columns={columns}
          windows={windows}
          keyOf={({ id }) => id}
          sort={sort}
          card={card}
          selection={selection}
          cursor={useCursor()}
          failure={why}
          empty={<p>No trucks yet</p>}
          isFaded={({ id }) => id === '3'}
          {...commands}
        />
      </>
    )
  }
  await page.show(<List />)
  if (rows !== undefined && rows.length > 0 && !card) await screen.findByText(rows[0]!.plate)
  return { ...commands, windows, selected: () => screen.getByRole('status').textContent }
}

describe('a long table', () => {
  test('shows its rows, and their number', async ({ page }) => {
    await show(page, { rows: trucks })
    const grid = screen.getByRole('grid', { name: 'Trucks' })
    expect(grid.getAttribute('aria-rowcount')).toBe('4')
    const cells = within(grid).getAllByRole('gridcell')
    expect(cells.map(({ textContent }) => textContent).filter((text) => text !== '')).toEqual([
      '1-AAA-111',
      '12000',
      '1-BBB-222',
      '18000',
      '1-CCC-333',
      '24000',
    ])
  })

  test('is used by keys: J and K move, X selects, Space previews, Enter opens', async ({ page }) => {
    const { onPeek, onOpen, selected } = await show(page, { rows: trucks })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid')))
    await page.user.keyboard('jjkx')
    expect(selected()).toBe('1')
    await page.user.keyboard('jj{Shift>}X{/Shift}')
    expect(selected()).toBe('1 2 3')
    await page.user.keyboard(' {Enter}')
    expect(onPeek.mock.calls).toEqual([[trucks[2]]])
    expect(onOpen.mock.calls).toEqual([[trucks[2]]])
  })

  test('previews a row on a press, opens one on a double press, and a tick does neither', async ({ page }) => {
    const { onPeek, onOpen, selected } = await show(page, { rows: trucks })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select row 2' }))
    expect(selected()).toBe('2')
    expect(onPeek).not.toHaveBeenCalled()
    await page.user.dblClick(screen.getByText('1-AAA-111'))
    expect(onPeek).toHaveBeenCalledWith(trucks[0])
    expect(onOpen.mock.calls).toEqual([[trucks[0]]])
  })

  test('BULK-1: selects all rows with one tick, each by its key, and none with the next', async ({ page }) => {
    const { selected } = await show(page, { rows: trucks })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await waitFor(() => expect(selected()).toBe('1 2 3'))
    expect(screen.getByRole('checkbox', { name: 'Select row 3' }).getAttribute('aria-checked')).toBe('true')
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await waitFor(() => expect(selected()).toBe('0'))
  })

  test('BULK-1: in a longer list all means as many rows at the top as one request takes', async ({ page }) => {
    const many = Array.from({ length: 230 }, (_, at) => ({ id: `${at}`, plate: `1-AAA-${at}`, weight: at }))
    const { selected } = await show(page, { rows: many })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await waitFor(() => expect(selected()?.split(' ')).toHaveLength(200))
    expect(selected()?.split(' ').at(-1)).toBe('199')
  })

  test('sorts by a column, and reverses the order when it is pressed again', async ({ page }) => {
    const { onSort } = await show(page, { rows: trucks, sort: { key: 'plate', isDescending: false } })
    const head = screen.getByRole('columnheader', { name: 'Plate' })
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    await page.user.click(within(head).getByRole('button'))
    expect(onSort.mock.calls).toEqual([[{ key: 'plate', isDescending: true }]])
    expect(screen.queryByRole('button', { name: 'Weight' })).toBeNull()
  })

  test('shows that it is loading, empty, or failed to load with the reason', async ({ page }) => {
    const loading = await page.show(null)
    loading.unmount()
    await show(page, { rows: undefined })
    expect(screen.getByRole('gridcell', { name: 'Loading' })).toBeDefined()
    await show(page, { rows: [] })
    expect(screen.getByText('No trucks yet')).toBeDefined()
    const { windows } = await show(page, { rows: undefined, failure })
    await page.user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
    expect(windows.retry).toHaveBeenCalledOnce()
  })

  test('keeps its rows when a refresh fails, and shows their age', async ({ page }) => {
    const { windows } = await show(page, { rows: trucks, failure })
    expect(screen.getByText('1-AAA-111')).toBeDefined()
    expect(screen.getByText(/Last updated/).textContent).toContain('Check your connection.')
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(windows.retry).toHaveBeenCalledOnce()
  })
})

describe('the page of a list', () => {
  function List() {
    const shown = useShownColumns('trucks', columns, ['weight'])
    return (
      <ListFrame<Truck>
        title="Trucks"
        views={<span>All</span>}
        actions={<button type="button">New truck</button>}
        filters={<span>Filters</span>}
        total={3}
        shown={shown}
        table={<p>{shown.columns.map(({ title }) => title).join(' ')}</p>}
        panel={<aside>Panel</aside>}
      />
    )
  }

  test('has views, actions, filters, the number of rows and a panel', async ({ page }) => {
    await page.show(<List />)
    for (const text of ['All', 'New truck', 'Filters', '3 rows', 'Panel']) expect(screen.getByText(text)).toBeDefined()
  })

  test('shows the chosen columns, and keeps the choice on this device', async ({ page }) => {
    const { unmount } = await page.show(<List />)
    expect(screen.getByText('Plate')).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Display' }))
    expect(screen.queryByRole('menuitemcheckbox', { name: 'Plate' })).toBeNull()
    await page.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Weight' }))
    unmount()
    await page.show(<List />)
    expect(screen.getByText('Plate Weight')).toBeDefined()
  })

  test('shows the number of rows with the noun of the list', async ({ page }) => {
    await page.show(
      <>
        <RowCount total={1} />
        <RowCount total={12} words={(total) => `${total} trips`} />
        <RowCount total={undefined} />
      </>,
    )
    expect(screen.getByText('1 row')).toBeDefined()
    expect(screen.getByText('12 trips')).toBeDefined()
  })

  test('an order in an address reads back unchanged', () => {
    for (const sort of [
      { key: 'plate', isDescending: false },
      { key: 'created', isDescending: true },
    ]) {
      expect(sortFrom(sortText(sort))).toEqual(sort)
    }
  })
})

test('a cell of a high row has a main line and a secondary one', async ({ page }) => {
  const { container } = await page.show(<TwoLines first="BE Ghent" second="Mon 2 Mar 08:00" />)
  expect(screen.getByText('BE Ghent').nextElementSibling?.textContent).toBe('Mon 2 Mar 08:00')
  expect(container.querySelectorAll('.truncate')).toHaveLength(2)
})

test('a list of cards shows them on a phone, and its columns elsewhere', async ({ page }) => {
  const narrow = (matches: boolean) =>
    vi
      .spyOn(window, 'matchMedia')
      .mockImplementation(() => Object.assign(new EventTarget(), { matches }) as MediaQueryList)
  narrow(true)
  const card = ({ plate }: Truck) => `Card of ${plate}`
  await show(page, { rows: trucks, card })
  expect(await screen.findByText('Card of 1-AAA-111')).toBeDefined()
  expect(screen.queryByRole('columnheader', { name: 'Weight' })).toBeNull()
  cleanup()
  narrow(false)
  await show(page, { rows: trucks, card })
  expect(await screen.findByText('1-AAA-111')).toBeDefined()
  vi.restoreAllMocks()
})

test('the rows of a short table are below each other on a phone, each value with the name of its column', async ({
  page,
}) => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => Object.assign(new EventTarget(), { matches: true }) as MediaQueryList,
  )
  const shortColumns = columns.map(({ id, title, cell }) => ({ id, title, cell }))
  const drawn = { id: 'drawn', title: 'Drawing', head: <b>Axis</b>, cell: () => 'needs the width' }
  await page.show(<PlainTable label="Trucks" columns={[...shortColumns, drawn]} rows={trucks} keyOf={({ id }) => id} />)
  const rows = within(screen.getByRole('list', { name: 'Trucks' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual(
    trucks.map(({ plate, weight }) => `${plate}Weight${weight}`),
  )
  vi.restoreAllMocks()
})

describe('short tables', () => {
  const plain = [
    { id: 'plate', title: 'Plate', width: 'w-32', cell: ({ plate }: Truck) => plate },
    { id: 'more', title: '', cell: () => <button type="button">More</button> },
  ]

  test('show their rows under named columns; a column of buttons has no name', async ({ page }) => {
    await page.show(<PlainTable label="Trucks" columns={plain} rows={trucks} keyOf={({ id }) => id} />)
    const table = screen.getByRole('table', { name: 'Trucks' })
    expect(within(table).getAllByRole('columnheader')).toHaveLength(1)
    expect(within(table).getAllByRole('row')).toHaveLength(4)
    expect(table.getAttribute('aria-busy')).toBe('false')
  })

  test('show that they are busy until their rows are loaded', async ({ page }) => {
    await page.show(<PlainTable<Truck> label="Trucks" columns={plain} rows={undefined} keyOf={({ id }) => id} />)
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  })

  test('are not reached by the Tab key while everything fits', async ({ page }) => {
    await page.show(
      <SidewaysBox label="Trucks">
        <p>Rows</p>
      </SidewaysBox>,
    )
    expect(screen.queryByRole('group', { name: 'Trucks' })).toBeNull()
  })
})

describe('a list inside a page', () => {
  const head = [{ title: 'Plate', className: 'w-32' }]
  const row = (
    <tr>
      <td>1-AAA-111</td>
    </tr>
  )

  async function panel(page: Page, count: number | undefined, why?: typeof failure) {
    const onRetry = vi.fn<() => void>()
    await page.show(
      <ListPanel
        title="Trucks"
        more={<a href="/resources">All</a>}
        count={count}
        columns={head}
        failure={why}
        updatedAt={Date.now()}
        onRetry={onRetry}
        empty={<p>No trucks yet</p>}
      >
        {row}
      </ListPanel>,
    )
    return onRetry
  }

  test('shows its rows and their number', async ({ page }) => {
    await panel(page, 1)
    expect(screen.getByText('latest 1')).toBeDefined()
    expect(screen.getByText('1-AAA-111')).toBeDefined()
  })

  test('shows placeholder lines until the response, and an explanation when there is nothing', async ({ page }) => {
    await panel(page, undefined)
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    await panel(page, 0)
    expect(screen.getByText('No trucks yet')).toBeDefined()
  })

  test('shows why it could not be loaded, and keeps its rows', async ({ page }) => {
    const onRetry = await panel(page, 1, failure)
    expect(screen.getByText('1-AAA-111')).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
    await panel(page, undefined, failure)
    expect(screen.getByRole('alert').textContent).toContain('request-4')
  })

  test('shows the age of its rows', async ({ page }) => {
    await page.show(<StaleBar failure={failure} updatedAt={Date.now() - 7_500_000} onRetry={() => {}} />)
    expect(screen.getByRole('status').textContent).toMatch(/Last updated 2.*Check your connection\.Try again$/)
  })

  test('shows no age for rows that were never loaded', async ({ page }) => {
    await page.show(<StaleBar failure={failure} updatedAt={0} onRetry={() => {}} />)
    expect(screen.getByRole('status').textContent).toMatch(/^Check your connection/)
  })
})
