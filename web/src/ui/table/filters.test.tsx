import { describe, expect, vi } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { Info } from '../icons.tsx'
import { FilterChip } from './filter-chip.tsx'
import { FilterMenu } from './filter-menu.tsx'

describe('filters', () => {
  test('are ticked and removed in a menu that shows the number of rows for each', async ({ page }) => {
    const onChange = vi.fn<(chosen: string[]) => void>()
    const facets = [
      { value: 'OWN', label: 'Own', count: 7 },
      { value: 'HIRED', label: 'Hired' },
    ]
    await page.show(<FilterMenu title="Type" icon={Info} facets={facets} chosen={['OWN']} onChange={onChange} />)
    await page.user.click(screen.getByRole('button', { name: 'Type: Own' }))
    expect((await screen.findByRole('menuitemcheckbox', { name: /Own/ })).textContent).toContain('7')
    await page.user.click(screen.getByRole('menuitemcheckbox', { name: /Hired/ }))
    await page.user.click(screen.getByRole('menuitemcheckbox', { name: /Own/ }))
    expect(onChange.mock.calls).toEqual([[['OWN', 'HIRED']], [[]]])
  })

  test('without values show a message', async ({ page }) => {
    await page.show(<FilterMenu title="Type" facets={[]} chosen={[]} onChange={() => {}} />)
    await page.user.click(screen.getByRole('button', { name: 'Type' }))
    expect(await screen.findByText('No options')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Clear Type' })).toBeNull()
  })

  test('from a link are cleared with a press', async ({ page }) => {
    const onClear = vi.fn<() => void>()
    await page.show(
      <FilterChip title="Pickup" onClear={onClear}>
        Mon 23
      </FilterChip>,
    )
    await page.user.click(screen.getByRole('button', { name: 'Clear Pickup' }))
    expect(onClear).toHaveBeenCalledOnce()
  })
})
