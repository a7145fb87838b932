import { useState } from 'react'
import { expect } from 'vitest'
import { screen, test, waitFor, within } from '../../testing/page.tsx'
import { ListCombobox } from './list-combobox.tsx'

const choices = [
  { value: 'nl-BE', label: 'Dutch (Belgium)' },
  { value: 'fr-BE', label: 'French (Belgium)' },
  { value: 'de', label: 'German' },
]

test('one of a long list is found by any of its words, by its code and without accents', async ({ page }) => {
  function Form() {
    const [value, setValue] = useState('')
    return <ListCombobox label="Language" listKey="test" choices={choices} value={value} onChange={setValue} />
  }
  await page.show(<Form />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Language' })
  await page.user.type(field, 'bélgium')
  const list = within(await screen.findByRole('listbox'))
  const offered = () => list.queryAllByRole('option').map(({ textContent }) => textContent)
  await waitFor(() => expect(offered()).toEqual(['Dutch (Belgium)nl-BE', 'French (Belgium)fr-BE']))
  await page.user.clear(field)
  await page.user.type(field, 'fr-be{Enter}')
  expect(field.value).toBe('French (Belgium)')
})

test('a value missing in the list stays unchanged', async ({ page }) => {
  await page.show(<ListCombobox label="Language" listKey="test" choices={choices} value="eo" onChange={() => {}} />)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Language' }).value).toBe('eo')
})
