import type { Page } from 'playwright-core'
import { admin } from '../browser.ts'
import type { Picture } from './take.ts'

/** Pages without a session. */
export const outsidePictures: readonly Picture[] = [
  { name: 'login', path: '/login', isPage: true },
  {
    name: 'login-wrong',
    path: '/login',
    async go(page) {
      await page.getByLabel('E-mail').fill('ilse@demo-transport.example')
      await page.getByLabel('Password').fill('not the password')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'forgot', path: '/forgot', isPage: true },
  { name: 'accept', path: '/accept?token=unknown', isPage: true },
]

/** Account pages, taken last because they require the password. */
export const accountPictures: readonly Picture[] = [
  {
    name: 'account-second-factor',
    path: '/account',
    async go(page: Page) {
      await page.getByRole('button', { name: 'Set up…' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Current password' }).fill(admin.password)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByRole('img', { name: 'QR code for the app' }).waitFor()
    },
  },
]

/** Lists of a newly created tenant. */
export const emptyPictures: readonly Picture[] = [
  'start',
  'orders',
  'resources',
  'companies',
  'documents',
  'deliveries',
].map((page) => ({ name: `empty-${page}`, path: page === 'start' ? '/' : `/${page}` }))
