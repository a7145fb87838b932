import { useState } from 'react'
import { expect, vi } from 'vitest'
import { type Page, screen, test, waitFor } from '../../testing/page.tsx'
import { Combobox } from './combobox.tsx'
import { submitByKey } from './submit-keys.ts'

interface Town {
  id: string
  name: string
}

const towns: readonly Town[] = [
  { id: '1', name: 'Antwerp' },
  { id: '2', name: 'Ghent' },
  { id: '3', name: 'Genk' },
]

const search = async (text: string) => towns.filter(({ name }) => name.toLowerCase().startsWith(text.toLowerCase()))

async function show(
  page: Page,
  { onMake, start = null }: { onMake?: (text: string) => void; start?: Town | null } = {},
) {
  const onChange = vi.fn<(town: Town | null) => void>()
  function Form() {
    const [town, setTown] = useState<Town | null>(start)
    return (
      <>
        <Combobox
          label="Town"
          value={town}
          onChange={(next) => {
            onChange(next)
            setTown(next)
          }}
          queryKey={['towns']}
          search={search}
          textOf={({ name }) => name}
          keyOf={({ id }) => id}
          {...(onMake && { onMake })}
        />
        <button type="button">Next</button>
      </>
    )
  }
  await page.show(<Form />)
  return { field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Town' }), onChange }
}

test('matches of the text are offered, and a press chooses one', async ({ page }) => {
  const { field, onChange } = await show(page)
  await page.user.type(field, 'ge')
  await page.user.click(await screen.findByRole('option', { name: 'Genk' }))
  expect(onChange).toHaveBeenLastCalledWith(towns[2])
  expect(field.value).toBe('Genk')
})

test('Enter before the response chooses its first line when it arrives', async ({ page }) => {
  const { field, onChange } = await show(page)
  await page.user.type(field, 'gh{Enter}')
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(towns[1]))
  expect(field.value).toBe('Ghent')
})

test('Tab chooses and goes on to the next field', async ({ page }) => {
  const { field, onChange } = await show(page)
  await page.user.type(field, 'an')
  await screen.findByRole('option', { name: 'Antwerp' })
  await page.user.tab()
  expect(onChange).toHaveBeenLastCalledWith(towns[0])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }))
})

test('text without a match stays in the field and is marked', async ({ page }) => {
  const { field, onChange } = await show(page)
  await page.user.type(field, 'Paris{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('“Paris” not found. Choose from the list.')
  expect(field.value).toBe('Paris')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(onChange).not.toHaveBeenCalled()
})

test('Escape reverts the text while the response to Enter is awaited: nothing is chosen when it arrives', async ({
  page,
}) => {
  const { field, onChange } = await show(page, { start: towns[0]! })
  await page.user.clear(field)
  onChange.mockClear()
  await page.user.type(field, 'gh{Enter}{Escape}')
  expect(field.value).toBe('')
  await page.user.type(field, 'an')
  await screen.findByRole('option', { name: 'Antwerp' })
  expect(onChange).not.toHaveBeenCalled()
})

test('Escape reverts the text, and a cleared field chooses nothing', async ({ page }) => {
  const { field, onChange } = await show(page, { start: towns[0]! })
  await page.user.type(field, 'gh{Escape}')
  expect(field.value).toBe('Antwerp')
  await page.user.clear(field)
  expect(onChange).toHaveBeenLastCalledWith(null)
})

test('a new record with the text is offered where one can be created', async ({ page }) => {
  const onMake = vi.fn<(text: string) => void>()
  const { field } = await show(page, { onMake })
  await page.user.type(field, 'Mechelen')
  await page.user.click(await screen.findByRole('option', { name: 'New: Mechelen' }))
  expect(onMake).toHaveBeenCalledExactlyOnceWith('Mechelen')
})

test('Control with Enter sends a form with the typed text, also before the response; text without a match sends nothing', async ({
  page,
}) => {
  const onSend = vi.fn<(town: string | undefined) => void>()
  function Town() {
    const [town, setTown] = useState<Town | null>(null)
    return (
      <form
        onKeyDownCapture={submitByKey}
        onSubmit={(event) => {
          event.preventDefault()
          onSend(town?.name)
        }}
      >
        <Combobox
          label="Town"
          value={town}
          onChange={setTown}
          queryKey={['towns to send']}
          search={search}
          textOf={({ name }) => name}
          keyOf={({ id }) => id}
        />
        <button type="submit">Send</button>
      </form>
    )
  }
  await page.show(<Town />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Town' })
  await page.user.type(field, 'gh{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onSend).toHaveBeenCalledExactlyOnceWith('Ghent'))
  await page.user.clear(field)
  await page.user.type(field, 'nowhere{Control>}{Enter}{/Control}')
  await screen.findByText('“nowhere” not found. Choose from the list.')
  expect(onSend).toHaveBeenCalledOnce()
  await page.user.clear(field)
  await page.user.type(field, 'antw')
  await screen.findByRole('option', { name: 'Antwerp' })
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onSend).toHaveBeenLastCalledWith('Antwerp'))
})
