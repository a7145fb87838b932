import { expect, test } from 'vitest'
import { browserOf, isPhone } from './browser-name.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${windows} Chrome/156.0.0.0 Safari/537.36`, 'Chrome 156 · Windows', false],
  [`${windows} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`, 'Edge 156 · Windows', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 · Linux', false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari 18 · iOS',
    true,
  ],
  ['curl/8.5.0', undefined, false],
  ['', undefined, false],
])('%s', (userAgent, name, phone) => {
  expect(browserOf(userAgent)).toBe(name)
  expect(isPhone(userAgent)).toBe(phone)
})
