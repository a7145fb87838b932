import { act } from '@testing-library/react'
import { lazy, useState } from 'react'
import { expect, vi } from 'vitest'
import { screen, test, waitFor } from '../../testing/page.tsx'
import { Button } from '../button.tsx'
import { Form } from '../form/form.tsx'
import { Dialog } from './dialog.tsx'
import { DialogFooter } from './dialog-footer.tsx'
import { LateDialog } from './late-dialog.tsx'

/** A page with a dialog whose files load when `arrive` is called. */
function pageWithLateDialog() {
  const onSubmit = vi.fn<(text: string) => void>()
  const onClose = vi.fn<() => void>()
  function Vehicle() {
    const [text, setText] = useState('')
    return (
      <Dialog isOpen onClose={onClose} title="Plan">
        <Form label="Plan" onSubmit={() => onSubmit(text)} footer={<DialogFooter verb="Plan" onClose={onClose} />}>
          <input aria-label="Vehicle" value={text} onChange={(event) => setText(event.target.value)} />
        </Form>
      </Dialog>
    )
  }
  let arrive = () => {}
  const files = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const Late = lazy(async () => files.then(() => ({ default: Vehicle })))
  function Page() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setIsOpen(true)}>Open</Button>
        {isOpen && (
          <LateDialog>
            <Late />
          </LateDialog>
        )}
      </>
    )
  }
  return { page: <Page />, onSubmit, onClose, arrive: () => act(async () => arrive()) }
}

test('text typed before a dialog is loaded reaches it and runs no command of the page', async ({ page }) => {
  const { page: shown, onSubmit, arrive } = pageWithLateDialog()
  await page.show(shown)
  const command = vi.fn<(event: Event) => void>()
  window.addEventListener('keydown', command)
  await page.user.click(screen.getByRole('button', { name: 'Open' }))
  await page.user.keyboard('12-X')
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  expect(command).not.toHaveBeenCalled()
  await arrive()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledExactlyOnceWith('12-X'))
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('12-X')
  await page.user.keyboard('y')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('12-Xy')
  window.removeEventListener('keydown', command)
})

test('Escape before a dialog is loaded closes it', async ({ page }) => {
  const { page: shown, onSubmit, onClose, arrive } = pageWithLateDialog()
  await page.show(shown)
  await page.user.click(screen.getByRole('button', { name: 'Open' }))
  await page.user.keyboard('{Escape}')
  await arrive()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onSubmit).not.toHaveBeenCalled()
})
