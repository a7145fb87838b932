import { useState } from 'react'
import { describe, expect, vi } from 'vitest'
import { screen, test, waitFor, within } from '../testing/page.tsx'
import { Button, IconButton } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Info } from './icons.tsx'
import { Logo } from './logo.tsx'
import { ConfirmDialog, Dialog } from './overlay/dialog.tsx'
import { Menu, MenuCheck, MenuItem } from './overlay/menu.tsx'
import { Section, SidePanel } from './overlay/side-panel.tsx'
import { useToasts } from './overlay/toasts.tsx'
import { CommandLines, EmptyState } from './page/empty-state.tsx'
import { ErrorPanel } from './page/error-panel.tsx'
import { Notice } from './page/notice.tsx'
import { PageHeader, Toolbar } from './page/page-header.tsx'
import { RecordFrame, RecordNotice, RecordTabs } from './page/record-frame.tsx'
import { TabPanel, Tabs } from './page/tabs.tsx'
import { PopupPlace } from './popup-place.tsx'
import { QrCode } from './qr-code.tsx'
import { Tooltip } from './tooltip.tsx'

describe('buttons', () => {
  test('run their action once, and nothing while they are busy', async ({ page }) => {
    const onClick = vi.fn<() => void>()
    const { unmount } = await page.show(<Button onClick={onClick}>Save</Button>)
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    unmount()
    await page.show(
      <Button onClick={onClick} isBusy>
        Save
      </Button>,
    )
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(onClick).toHaveBeenCalledOnce()
  })

  test('with only an icon have a name, and show it when they are focused by keyboard', async ({ page }) => {
    await page.show(
      <>
        <IconButton icon={Info} label="Details" keys="mod+i" />
        <Tooltip text="Opens the record" keys="g>o">
          <button type="button">Open</button>
        </Tooltip>
      </>,
    )
    expect(screen.getByRole('button', { name: 'Details' })).toBeDefined()
    await page.user.tab()
    await page.user.tab()
    expect((await screen.findByText('Opens the record')).textContent).toContain('Opens the record')
  })

  test('that copy put the text on the clipboard and confirm it', async ({ page }) => {
    await page.show(<CopyButton text="ORD-1" label="Copy number" />)
    await page.user.click(screen.getByRole('button', { name: 'Copy number' }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe('ORD-1')
  })
})

describe('dialogs', () => {
  test('have a name, put the cursor in their first field, and are closed by Escape and by the cross', async ({
    page,
  }) => {
    const onClose = vi.fn<() => void>()
    await page.show(
      <Dialog isOpen onClose={onClose} title="New truck" text="It can be planned at once.">
        <input aria-label="Plate" />
      </Dialog>,
    )
    const dialog = screen.getByRole('dialog', { name: 'New truck' })
    expect(within(dialog).getByText('It can be planned at once.')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('textbox')))
    await page.user.keyboard('{Escape}')
    await page.user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  test('without fields are closed by the first Escape', async ({ page }) => {
    const onClose = vi.fn<() => void>()
    await page.show(
      <Dialog isOpen onClose={onClose} title="Keyboard">
        All keys
      </Dialog>,
    )
    const dialog = screen.getByRole('dialog', { name: 'Keyboard' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await page.user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('with a confirmation act only on the verb, and not twice while it is under way', async ({ page }) => {
    const commands = { onConfirm: vi.fn<() => void>(), onClose: vi.fn<() => void>() }
    const { unmount } = await page.show(
      <ConfirmDialog isOpen title="Cancel order?" verb="Cancel order" {...commands} />,
    )
    await page.user.click(screen.getByRole('button', { name: 'Back' }))
    expect(commands.onConfirm).not.toHaveBeenCalled()
    await page.user.click(screen.getByRole('button', { name: 'Cancel order' }))
    unmount()
    await page.show(<ConfirmDialog isOpen title="Cancel order?" verb="Cancel order" isBusy back="Keep" {...commands} />)
    expect(screen.getByRole('button', { name: 'Keep' })).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Cancel order' }))
    expect(commands.onConfirm).toHaveBeenCalledOnce()
    expect(commands.onClose).toHaveBeenCalledOnce()
  })

  test('that are closed show nothing', async ({ page }) => {
    await page.show(<Dialog isOpen={false} onClose={() => {}} title="New truck" />)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('menus', () => {
  test('open on a press, run the chosen item, and ignore disabled ones', async ({ page }) => {
    const run = vi.fn<(name: string) => void>()
    await page.show(
      <PopupPlace>
        <Menu trigger={<Button>More</Button>}>
          <MenuItem onSelect={() => run('edit')}>Edit</MenuItem>
          <MenuItem onSelect={() => run('delete')} disabled isDangerous>
            Delete
          </MenuItem>
        </Menu>
      </PopupPlace>,
    )
    await page.user.click(screen.getByRole('button', { name: 'More' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await page.user.click(screen.getByRole('menuitem', { name: 'Edit' }))
    expect(run.mock.calls).toEqual([['edit']])
  })

  test('stay open while items are ticked', async ({ page }) => {
    const onChange = vi.fn<(isOn: boolean) => void>()
    await page.show(
      <Menu trigger={<Button>Columns</Button>}>
        <MenuCheck isOn={false} onChange={onChange}>
          Weight
        </MenuCheck>
      </Menu>,
    )
    await page.user.click(screen.getByRole('button', { name: 'Columns' }))
    await page.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Weight' }))
    expect(onChange.mock.calls[0]?.[0]).toBe(true)
    expect(screen.getByRole('menuitemcheckbox', { name: 'Weight' })).toBeDefined()
  })
})

describe('a panel next to a list', () => {
  test('has a name and is closed by Escape, but not by the Escape of a menu in it', async ({ page }) => {
    const onClose = vi.fn<() => void>()
    await page.show(
      <SidePanel label="Order ORD-1" title="ORD-1" onClose={onClose}>
        <Section title="Goods">
          <Menu trigger={<Button>More</Button>}>
            <MenuItem onSelect={() => {}}>Edit</MenuItem>
          </Menu>
        </Section>
      </SidePanel>,
    )
    expect(screen.getByRole('complementary', { name: 'Order ORD-1' }).textContent).toContain('Goods')
    await page.user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByRole('menuitem', { name: 'Edit' })
    await page.user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await page.user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })
})

describe('toasts', () => {
  function Actions({ onUndo }: { onUndo: () => void }) {
    const toasts = useToasts()
    return (
      <>
        <button type="button" onClick={() => toasts.done('Order cancelled', { word: 'Undo', run: onUndo })}>
          Cancel
        </button>
        <button
          type="button"
          onClick={() => toasts.failed({ title: 'Not possible', message: 'It is dispatched.', requestId: 'request-9' })}
        >
          Fail
        </button>
      </>
    )
  }

  test('show an action and undo it', async ({ page }) => {
    const onUndo = vi.fn<() => void>()
    await page.show(<Actions onUndo={onUndo} />)
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByText('Order cancelled')
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(onUndo).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByText('Order cancelled')).toBeNull())
  })

  test('show a failure, its reason, and the request ID', async ({ page }) => {
    await page.show(<Actions onUndo={() => {}} />)
    await page.user.click(screen.getByRole('button', { name: 'Fail' }))
    expect(await screen.findAllByText('It is dispatched.')).not.toEqual([])
    expect(screen.getAllByText('request-9')).not.toEqual([])
  })
})

describe('the states of a page', () => {
  test('an empty list shows the next step, with lines to copy', async ({ page }) => {
    await page.show(
      <EmptyState icon={Info} title="No orders yet" text="Send the first one." isPage>
        <CommandLines label="Terminal" text="curl /v1/orders" />
      </EmptyState>,
    )
    expect(screen.getByRole('heading', { level: 1, name: 'No orders yet' })).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Copy: Terminal' }))
    expect(await navigator.clipboard.readText()).toBe('curl /v1/orders')
  })

  test('an error is read out, can be quoted and tried again', async ({ page }) => {
    const onRetry = vi.fn<() => void>()
    await page.show(<ErrorPanel title="Server error" message="Try again." requestId="request-3" onRetry={onRetry} />)
    expect(screen.getByRole('alert').textContent).toContain('request-3')
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  test('an error without a request has no ID and no second attempt', async ({ page }) => {
    await page.show(<ErrorPanel title="You are offline" message="Nothing was sent." />)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('the header has the name of the page, its views and its actions', async ({ page }) => {
    await page.show(
      <>
        <PageHeader title="Orders" actions={<button type="button">New order</button>}>
          <span>All</span>
        </PageHeader>
        <Toolbar side={<span>12 orders</span>}>
          <span>Status</span>
        </Toolbar>
        <Notice icon={Info} tone="amber">
          Two orders are held.
        </Notice>
        <Logo />
      </>,
    )
    expect(within(screen.getByRole('banner')).getByRole('heading', { level: 1, name: 'Orders' })).toBeDefined()
    for (const text of ['All', 'New order', '12 orders', 'Status', 'Two orders are held.']) {
      expect(screen.getByText(text)).toBeDefined()
    }
  })
})

describe('the page of a record', () => {
  const tabs = [
    { value: 'goods', title: 'Goods', count: 3, panel: <p>Pallets</p> },
    { value: 'history', title: 'History', panel: <input aria-label="Search" /> },
  ] as const

  function Record({ start }: { start: string }) {
    const [tab, setTab] = useState(start)
    return (
      <RecordFrame
        list={{ to: '/orders', title: 'Orders' }}
        name="ORD-1"
        copies={{ text: 'ORD-1', label: 'Copy number' }}
        notices={<RecordNotice tone="red">Cancelled</RecordNotice>}
      >
        <RecordTabs<string> tabs={tabs} value={tab} onChange={setTab} />
      </RecordFrame>
    )
  }

  test('links back to its list, shows problems, and shows one part at a time', async ({ page }) => {
    await page.show(<Record start="goods" />)
    expect(screen.getByRole('link', { name: 'Orders' }).getAttribute('href')).toBe('/orders')
    expect(screen.getByText('Cancelled').getAttribute('role')).toBe('status')
    expect(screen.getByText('Pallets')).toBeDefined()
    await page.user.click(screen.getByRole('tab', { name: 'History' }))
    expect(screen.queryByText('Pallets')).toBeNull()
  })

  test('opens its parts by the digits, unless a person is typing', async ({ page }) => {
    await page.show(<Record start="unknown" />)
    expect(screen.getByText('Pallets')).toBeDefined()
    await page.user.keyboard('2')
    await page.user.type(screen.getByRole('textbox'), '1')
    expect(screen.getByRole('tab', { name: 'History' }).getAttribute('aria-selected')).toBe('true')
  })

  test('parts are reached with the arrow keys', async ({ page }) => {
    const onChange = vi.fn<(value: string) => void>()
    await page.show(
      <Tabs tabs={tabs} value="goods" onChange={onChange}>
        <TabPanel value="goods">Pallets</TabPanel>
      </Tabs>,
    )
    screen.getByRole('tab', { name: /Goods/ }).focus()
    await page.user.keyboard('{ArrowRight}{Enter}')
    expect(onChange.mock.calls[0]?.[0]).toBe('history')
  })
})

test('a QR code has a name, and a white margin', async ({ page }) => {
  await page.show(<QrCode text="https://example.com/driver#token" label="QR code of the link" />)
  const code = screen.getByRole('img', { name: 'QR code of the link' })
  const side = Number(code.getAttribute('viewBox')!.split(' ')[2])
  expect(code.querySelector('path')!.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/)
  expect(side).toBeGreaterThan(29)
})
