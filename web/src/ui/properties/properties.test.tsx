import { describe, expect, vi } from 'vitest'
import { screen, test, waitFor } from '../../testing/page.tsx'
import { EditableChoice } from './editable-choice.tsx'
import { EditableMany } from './editable-many.tsx'
import { EditableRecord } from './editable-record.tsx'
import { NumberProperty } from './number-property.tsx'
import { EditableProperty, Properties, Property } from './properties.tsx'

type SaveText = (value: string) => Promise<unknown>
const saved = () => vi.fn<SaveText>(async () => {})

describe('a line of text', () => {
  test('shows its value, and a dash when there is none', async ({ page }) => {
    await page.show(
      <Properties>
        <Property name="Plate">1-ABC-234</Property>
        <Property name="Remark">{null}</Property>
      </Properties>,
    )
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['1-ABC-234', '—'])
  })

  test('is edited in place: Enter saves the new text', async ({ page }) => {
    const onSave = saved()
    await page.show(<EditableProperty name="Plate" value="1-ABC-234" isEditable onSave={onSave} />)
    await page.user.click(screen.getByRole('button', { name: /Edit Plate/ }))
    const field = screen.getByRole('textbox', { name: 'Plate' })
    expect(document.activeElement).toBe(field)
    await page.user.clear(field)
    await page.user.type(field, '1-XYZ-999{Enter}')
    expect(onSave.mock.calls.at(0)).toEqual(['1-XYZ-999'])
    expect(await screen.findByRole('button', { name: /Edit Plate/ })).toBeDefined()
  })

  test('is unchanged after Escape, and an unchanged text is not saved', async ({ page }) => {
    const onSave = saved()
    await page.show(<EditableProperty name="Plate" value="1-ABC-234" isEditable onSave={onSave} />)
    await page.user.click(screen.getByRole('button'))
    await page.user.type(screen.getByRole('textbox'), 'x{Escape}')
    await page.user.click(screen.getByRole('button'))
    await page.user.type(screen.getByRole('textbox'), '{Enter}')
    expect(onSave).not.toHaveBeenCalled()
  })

  test('stays open with its text and the reason when the server rejects it', async ({ page }) => {
    const onSave = vi.fn<SaveText>(async () => {
      throw new Error('The plate is taken.')
    })
    await page.show(<EditableProperty name="Plate" value="" isEditable onSave={onSave} />)
    await page.user.click(screen.getByRole('button'))
    await page.user.type(screen.getByRole('textbox'), '1-XYZ-999{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('The plate is taken.')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('1-XYZ-999')
  })

  test('cannot be edited by a person who may only read', async ({ page }) => {
    await page.show(<EditableProperty name="Plate" value="1-ABC-234" isEditable={false} onSave={saved()} />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByText('1-ABC-234')).toBeDefined()
  })
})

describe('a line with a number', () => {
  test('is saved as a number, without its unit, and empty as null', async ({ page }) => {
    const onSave = vi.fn<(value: number | null) => Promise<unknown>>(async () => {})
    await page.show(<NumberProperty name="Payload" value={24000} unit="kg" isEditable onSave={onSave} />)
    for (const text of ['18500 kg', ' ']) {
      await page.user.click(await screen.findByRole('button'))
      await page.user.clear(screen.getByRole('textbox'))
      await page.user.type(screen.getByRole('textbox'), `${text}{Enter}`)
    }
    expect(onSave.mock.calls.map(([value]) => value)).toEqual([18500, null])
  })

  test('that is ambiguous is not saved until one reading is chosen', async ({ page }) => {
    const onSave = vi.fn<(value: number | null) => Promise<unknown>>(async () => {})
    await page.show(<NumberProperty name="Payload" value={null} isEditable onSave={onSave} />)
    await page.user.click(screen.getByRole('button'))
    await page.user.type(screen.getByRole('textbox'), '4.500{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('please confirm')
    expect(onSave).not.toHaveBeenCalled()
    await page.user.click(screen.getAllByRole('button')[0]!)
    await waitFor(() => expect(onSave).toHaveBeenCalledOnce())
  })
})

describe('a line with one of a short list', () => {
  const choices = [
    { value: 'OWN', label: 'Own' },
    { value: 'HIRED', label: 'Hired' },
  ] as const

  test('is saved when another is chosen, and shows the reason of a rejection', async ({ page }) => {
    const onSave = vi.fn<(value: 'OWN' | 'HIRED') => Promise<unknown>>(async () => {
      throw new Error('It is on a trip.')
    })
    await page.show(<EditableChoice name="Ownership" value="OWN" choices={choices} isEditable onSave={onSave} />)
    await page.user.click(screen.getByRole('combobox', { name: 'Ownership' }))
    await page.user.click(await screen.findByRole('option', { name: 'Hired' }))
    expect(onSave.mock.calls).toEqual([['HIRED']])
    expect(await screen.findByText('It is on a trip.')).toBeDefined()
  })

  test('shows its label to a person who may only read', async ({ page }) => {
    await page.show(
      <EditableChoice name="Ownership" value="HIRED" choices={choices} isEditable={false} onSave={async () => {}} />,
    )
    expect(screen.getByText('Hired')).toBeDefined()
    expect(screen.queryByRole('combobox')).toBeNull()
  })
})

describe('a line with several of a short list', () => {
  test('saves every tick, and shows the choice as text', async ({ page }) => {
    const onSave = vi.fn<(chosen: string[]) => Promise<unknown>>(async () => {})
    const choices = [
      { value: 'ADR', label: 'Dangerous goods' },
      { value: 'GDP', label: 'Pharma' },
    ]
    await page.show(<EditableMany name="Skills" choices={choices} chosen={['ADR']} isEditable onSave={onSave} />)
    await page.user.click(screen.getByRole('button', { name: 'Skills: Dangerous goods' }))
    await page.user.click(await screen.findByRole('menuitemcheckbox', { name: /Pharma/ }))
    expect(onSave.mock.calls).toEqual([[['ADR', 'GDP']]])
  })

  test('lists all of them when there are several', async ({ page }) => {
    const choices = ['ADR', 'GDP'].map((value) => ({ value, label: `With ${value}` }))
    await page.show(
      <EditableMany name="Skills" choices={choices} chosen={['ADR', 'GDP']} isEditable onSave={async () => {}} />,
    )
    expect(screen.getByText('With ADR, With GDP')).toBeDefined()
  })
})

describe('a line that refers to another record', () => {
  const drivers = [
    { id: '1', name: 'An' },
    { id: '2', name: 'Bart' },
  ]
  const props = {
    name: 'Driver',
    queryKey: ['drivers'],
    search: async () => drivers,
    textOf: ({ name }: { name: string }) => name,
    keyOf: ({ id }: { id: string }) => id,
  }

  test('is saved when a record is chosen, and cleared with the cross', async ({ page }) => {
    const onSave = vi.fn<(item: { id: string; name: string } | null) => Promise<unknown>>(async () => {})
    await page.show(<EditableRecord {...props} value={drivers[0]!} isEditable onSave={onSave} />)
    await page.user.type(screen.getByRole('combobox', { name: 'Driver' }), 'Ba')
    await page.user.click(await screen.findByRole('option', { name: 'Bart' }))
    await page.user.click(screen.getByRole('button', { name: 'Remove Driver' }))
    expect(onSave.mock.calls).toEqual([[drivers[1]], [null]])
  })

  test('shows its name alone to a person who may only read', async ({ page }) => {
    await page.show(<EditableRecord {...props} value={drivers[0]!} isEditable={false} onSave={async () => {}} />)
    expect(screen.getByText('An')).toBeDefined()
    expect(screen.queryByRole('combobox')).toBeNull()
  })
})
