import { FormProvider, useForm } from 'react-hook-form'
import { expect } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { WindowField } from './form-fields.tsx'
import { type EntryForm, emptyForm } from './form-model.ts'

function Fields() {
  const form = useForm<EntryForm>({ defaultValues: emptyForm(null) })
  return (
    <FormProvider {...form}>
      <WindowField path="consignments.0.pickup.window" label="Times" />
    </FormProvider>
  )
}

test('a window that ends before it begins continues over midnight, and shows this once it is written out', async ({
  page,
}) => {
  await page.show(<Fields />)
  const field = screen.getByLabelText<HTMLInputElement>('Times')
  await page.user.type(field, '22-6')
  expect(screen.getByRole('status').textContent).toBe('22:00-06:00')
  await page.user.tab()
  expect(field.value).toBe('22:00-06:00')
  expect(screen.getByRole('status').textContent).toBe('next day')
})

test('a window within a day is written out and shows nothing more', async ({ page }) => {
  await page.show(<Fields />)
  const field = screen.getByLabelText<HTMLInputElement>('Times')
  await page.user.type(field, '0800-12h')
  await page.user.tab()
  expect(field.value).toBe('08:00-12:00')
  expect(screen.queryByRole('status')).toBeNull()
})
