import { RecentUpload } from '@cartage/contract/app/start'
import { i18n } from '@lingui/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CircleHelp } from '../ui/icons.tsx'
import { operationLabel, uploadBadge } from './status.labels.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const documentedStatuses = RecentUpload.shape.upload_status.meta()?.['x-open-set'] as string[]

test.each(documentedStatuses)('the documented upload status %s has its own label', (status) => {
  const badge = uploadBadge(status)
  expect(badge.icon).not.toBe(CircleHelp)
  expect(badge.word).not.toBe(status)
})

test('COMPAT-4: a status unknown to this version shows its code with a grey icon', () => {
  expect(uploadBadge('SENT_TO_MARS')).toEqual({ word: 'SENT_TO_MARS', tone: 'grey', icon: CircleHelp })
})

test('COMPAT-4: any text at all is a status that can be shown', () => {
  const anyText = fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'toString'))
  fc.assert(fc.property(anyText, (status) => typeof uploadBadge(status).word === 'string'))
})

test('DELETE is labelled by its effect: it cancels the order', () => {
  expect(operationLabel('DELETE')).toBe('Cancel')
  expect(operationLabel('MERGE')).toBe('MERGE')
})
