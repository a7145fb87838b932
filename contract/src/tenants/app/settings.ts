import { z } from 'zod'
import { endpoint, ofApplication } from '../../endpoint.ts'
import { FreeObject, UtcInstant, Uuid, UuidOut } from '../../scalars.ts'

const KindParams = z.object({
  kind: z.string().describe('Kind of setting, for example transport_services or extras; unknown ones answer 404.'),
})
const SettingParams = z.object({ ...KindParams.shape, setting_id: Uuid.describe('Id of the entry.') })

/** One entry of a kind of setting. */
export const Setting = z
  .object({
    setting_id: UuidOut.describe('Id of the entry.'),
    is_archived: z.boolean().describe('Whether it is kept only for records that already use it.'),
    created_at: UtcInstant.describe('When it was created.'),
    updated_at: UtcInstant.describe('When it was changed last.'),
    values: FreeObject.describe('The members of its kind, all of them.'),
  })
  .meta({ id: 'AppSetting' })
export type Setting = z.output<typeof Setting>

/** Members of an entry; which ones there are depends on the kind. */
const SettingValues = FreeObject.describe('Members of the kind; unknown members are rejected.').meta({
  id: 'AppSettingValues',
})

/** All entries of one kind: a tenant has at most 5,000 of a kind, including archived ones. */
export const listSettings = endpoint({
  ...ofApplication,
  id: 'listSettings',
  method: 'GET',
  path: '/app/settings/{kind}',
  summary: 'Entries of a kind of setting',
  permission: 'setting.read',
  params: KindParams,
  query: z.object({
    archived: z.enum(['true', 'false']).optional().describe('With true archived entries are there too.'),
  }),
  response: z.object({ items: z.array(Setting).describe('By rank, then by code.') }),
})

/** Adds an entry. */
export const createSetting = endpoint({
  ...ofApplication,
  id: 'createSetting',
  method: 'POST',
  creates: 'header',
  path: '/app/settings/{kind}',
  summary: 'Add an entry',
  permission: 'setting.write',
  params: KindParams,
  body: SettingValues,
  response: Setting,
})

/** Changes members of an entry; absent ones stay. */
export const changeSetting = endpoint({
  ...ofApplication,
  id: 'changeSetting',
  method: 'PATCH',
  path: '/app/settings/{kind}/{setting_id}',
  summary: 'Change an entry',
  description: 'Absent members keep their values. Records that use the entry use the updated one.',
  permission: 'setting.write',
  params: SettingParams,
  body: SettingValues,
  response: Setting,
})

/** Archives an entry. */
export const archiveSetting = endpoint({
  ...ofApplication,
  id: 'archiveSetting',
  method: 'POST',
  path: '/app/settings/{kind}/{setting_id}/archive',
  summary: 'Archive an entry',
  description: 'New records cannot use it; records that use it keep it. An archived one answers the same.',
  permission: 'setting.write',
  params: SettingParams,
  response: Setting,
})

/** Restores an archived entry. */
export const restoreSetting = endpoint({
  ...ofApplication,
  id: 'restoreSetting',
  method: 'POST',
  path: '/app/settings/{kind}/{setting_id}/restore',
  summary: 'Restore an archived entry',
  permission: 'setting.write',
  params: SettingParams,
  response: Setting,
})

/** Permanently removes an unused entry. */
export const deleteSetting = endpoint({
  ...ofApplication,
  id: 'deleteSetting',
  method: 'DELETE',
  path: '/app/settings/{kind}/{setting_id}',
  summary: 'Delete an entry that was never used',
  description: 'An entry in use answers 409: archive it instead.',
  permission: 'setting.write',
  params: SettingParams,
  status: 204,
})
