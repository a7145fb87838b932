import { useState } from 'react'
import { expect } from 'vitest'
import { screen, test, within } from '../../testing/page.tsx'
import { Button } from '../button.tsx'
import { Form } from '../form/form.tsx'
import { ConfirmDialog, Dialog } from './dialog.tsx'
import { useToasts } from './toasts.tsx'

const failure = { title: 'The server is busy', message: 'Try again.', requestId: 'request-1' }

const dialog = () => within(screen.getByRole('dialog', { name: 'Remove' }))

function Confirmed({ closes = false }: { closes?: boolean }) {
  const toasts = useToasts()
  const [isOpen, setIsOpen] = useState(true)
  const [count, setCount] = useState(0)
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Remove"
        verb="Go on"
        onConfirm={() => {
          setCount(count + 1)
          // After the click, as with a response.
          setTimeout(() => {
            if (count === 0) toasts.failed(failure)
            if (closes) setIsOpen(false)
          })
        }}
      />
      <Button onClick={() => toasts.failed({ ...failure, title: 'Later' })}>Another</Button>
    </>
  )
}

test('an error in an open dialog is shown in the dialog, until the next attempt', async ({ page }) => {
  await page.show(<Confirmed />)
  await page.user.click(dialog().getByRole('button', { name: 'Go on' }))
  const alert = await dialog().findByRole('alert')
  expect(alert.textContent).toContain('The server is busy')
  expect(alert.textContent).toContain('request-1')
  expect(screen.getAllByText('The server is busy')).toHaveLength(1)
  await page.user.click(dialog().getByRole('button', { name: 'Go on' }))
  expect(screen.queryByText('The server is busy')).toBeNull()
})

test('an error after the dialog is closed is shown in the corner', async ({ page }) => {
  await page.show(<Confirmed />)
  await page.user.click(dialog().getByRole('button', { name: 'Back' }))
  await page.user.click(await screen.findByRole('button', { name: 'Another' }))
  expect(await screen.findAllByText('Later')).not.toEqual([])
})

test('an error as the dialog closes by itself is shown in the corner: otherwise it could not be read', async ({
  page,
}) => {
  await page.show(<Confirmed closes />)
  await page.user.click(dialog().getByRole('button', { name: 'Go on' }))
  await screen.findByRole('button', { name: 'Another' })
  expect(await screen.findAllByText('The server is busy')).not.toEqual([])
})

test('an error shown in a dialog does not reappear when it is closed', async ({ page }) => {
  await page.show(<Confirmed />)
  await page.user.click(dialog().getByRole('button', { name: 'Go on' }))
  await dialog().findByRole('alert')
  await page.user.keyboard('{Escape}')
  await screen.findByRole('button', { name: 'Another' })
  expect(screen.queryByText('The server is busy')).toBeNull()
})

test('a form in a dialog shows it above its buttons', async ({ page }) => {
  function Entered() {
    const toasts = useToasts()
    return (
      <Dialog isOpen onClose={() => {}} title="Remove">
        <Form label="Remove" footer={<button type="submit">Save</button>} onSubmit={() => toasts.failed(failure)}>
          <input aria-label="Name" />
        </Form>
      </Dialog>
    )
  }
  await page.show(<Entered />)
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  const form = within(screen.getByRole('form', { name: 'Remove' }))
  expect((await form.findByRole('alert')).textContent).toContain('The server is busy')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})
