import { CompanyInput, CompanyPartialInput } from '@cartage/contract/companies/company-input'
import { LocationMembers } from '@cartage/contract/locations/endpoints'
import { ResourceMembers } from '@cartage/contract/resources/resource-input'
import { UnavailabilityInput } from '@cartage/contract/unavailabilities/endpoints'
import { ResourceValidityInput } from '@cartage/contract/validities/validity'
import { type SampleResource, sampleGroups } from '../../../seeds/fleet.ts'
import type { SampleWorld } from '../../../seeds/world.ts'
import { byOperator } from '../audit/rules.ts'
import { createCompany, patchCompany } from '../companies/commands.ts'
import type { Context } from '../context.ts'
import { Problem } from '../http/problem.ts'
import { createLocation } from '../locations/commands.ts'
import { instantOf } from '../locations/local-time.rules.ts'
import { createResource } from '../resources/commands.ts'
import { addAllocation } from '../resources/groups/allocations.commands.ts'
import { addGroup, groupsOf } from '../resources/groups/commands.ts'
import { insertReference } from '../tenants/store.ts'
import { readTenantSettings } from '../tenants/tenants.views.ts'
import { createUnavailability } from '../unavailabilities/commands.ts'
import { createValidity } from '../validities/commands.ts'
import { demoReference } from './reference.rules.ts'
import { companiesByName, findResourceContents, type ResourceContents, readSampleState } from './views.ts'

/** Reference data, companies with contacts, places and resource groups; existing entries stay. */
export async function createMasterData(ctx: Context, tenantId: string, world: SampleWorld): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const { has_reference } = await readSampleState(tx)
    const { billing_entities: _entities, number_ranges: _ranges, extras = [], ...others } = demoReference
    // Existing entries are found by code, so the two with the same code are left to the demo tenant.
    if (!has_reference)
      await insertReference(tx, { ...others, extras: extras.filter(({ code }) => code !== 'FORKLIFT') })
  })
  for (const company of world.companies) await createSampleCompany(ctx, tenantId, company)
  for (const { kind: _kind, ...place } of world.places) await createSampleLocation(ctx, tenantId, place)
  const known = new Set((await groupsOf(ctx, tenantId)).map(({ code }) => code))
  for (const group of sampleGroups) {
    if (!known.has(group.code)) await addGroup(ctx, tenantId, byOperator, group)
  }
}

async function createSampleCompany(
  ctx: Context,
  tenantId: string,
  company: SampleWorld['companies'][number],
): Promise<void> {
  const known = await ctx.db.asTenant(tenantId, (tx) => companiesByName(tx, [company.name!]))
  const found = known.get(company.name!)
  if (!found) {
    await createCompany(ctx, tenantId, byOperator, CompanyInput.parse(company))
    return
  }
  if (found.hasContacts) return
  const { contacts, billing_location } = company
  const change = CompanyPartialInput.parse({ contacts, billing_location })
  await patchCompany(ctx, tenantId, byOperator, found.company_id, change)
}

async function createSampleLocation(ctx: Context, tenantId: string, place: object): Promise<void> {
  try {
    await createLocation(ctx, { tenantId, by: byOperator }, LocationMembers.parse(place))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'state_conflict') throw error
  }
}

/** Resources with their group, papers and absences; existing entries stay. */
export async function createFleet(ctx: Context, tenantId: string, fleet: readonly SampleResource[]): Promise<void> {
  const ids = fleet.map(({ members }) => members.external_id)
  const [known, { time_zone }] = await ctx.db.asTenant(
    tenantId,
    async (tx) => [await findResourceContents(tx, ids), await readTenantSettings(tx)] as const,
  )
  const groups = new Map((await groupsOf(ctx, tenantId)).map(({ code, id }) => [code, id]))
  for (const one of fleet) {
    await createSampleResource(ctx, tenantId, one, {
      groupId: groups.get(one.group),
      kept: known.get(one.members.external_id),
      zone: time_zone,
    })
  }
}

/** Creates the missing parts of a resource, because an interrupted run may have created some. */
async function createSampleResource(
  ctx: Context,
  tenantId: string,
  { members, papers, absences }: SampleResource,
  { groupId, kept, zone }: { groupId: string | undefined; kept: ResourceContents | undefined; zone: string },
): Promise<void> {
  const by = byOperator
  const resource_id =
    kept?.resource_id ?? (await createResource(ctx, tenantId, by, ResourceMembers.parse(members))).resource.id
  if (groupId !== undefined && !kept?.has_group) {
    const given = { kind: 'FIXED' as const, resource_id, resource_group_id: groupId }
    await addAllocation(ctx, tenantId, by, given)
  }
  for (const { type, starts_on, ends_on } of papers.filter((paper) => !kept?.papers.includes(paper.type))) {
    const end_time = `${ends_on}T22:00:00Z`
    const sent = { type, start_time: `${starts_on}T00:00:00Z`, end_time, legal_end_time: end_time }
    await createValidity(ctx, { tenantId, owner: { resource_id }, by }, ResourceValidityInput.parse(sent))
  }
  const instant = (local: string) => instantOf(local.slice(0, 10), local.slice(11), zone)
  for (const { from, until, ...absence } of absences.slice(kept?.absence_count ?? 0)) {
    const sent = { ...absence, start_time: instant(from), end_time: until && instant(until) }
    await createUnavailability(ctx, { tenantId, resourceId: resource_id, by }, UnavailabilityInput.parse(sent))
  }
}
