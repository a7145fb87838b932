import type { Organisation } from '@cartage/contract/tenants/app/organisation'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Letterhead, LetterheadFacts } from '../../pdf/letterhead.ts'

const selectOrganisation = statement(
  'tenants.find_organisation',
  `select t.name, s.brand_colour as colour,
          case when l.logo_id is not null then json_build_object(
            'logo_id', l.logo_id, 'media_type', l.media_type, 'width', l.width, 'height', l.height,
            'size_bytes', octet_length(l.bytes)) end as logo
     from tenant t
     join tenant_setting s on s.tenant_id = $1
     left join tenant_logo l on l.tenant_id = $1 and l.logo_id = s.logo_id
    where t.tenant_id = $1`,
)

/** The name, colour and logo of the tenant. */
export async function readOrganisation(tx: Tx): Promise<Organisation> {
  return (await tx.query<Organisation>(selectOrganisation))[0]!
}

/** The file of a logo. */
export interface LogoFile {
  readonly media_type: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

const selectLogo = statement(
  'tenants.find_logo',
  'select l.media_type, l.width, l.height, l.bytes from tenant_logo l where l.tenant_id = $1 and l.logo_id = $2',
)

/** A current or former logo of the tenant; undefined when it does not exist. */
export async function findLogo(tx: Tx, logoId: string): Promise<LogoFile | undefined> {
  return (await tx.query<LogoFile>(selectLogo, logoId))[0]
}

/** The current logo; undefined without one. */
export async function currentLogo(tx: Tx): Promise<LogoFile | undefined> {
  const { logo_id } = await readLetterhead(tx)
  return logo_id === null ? undefined : await findLogo(tx, logo_id)
}

const selectLetterhead = statement(
  'tenants.find_letterhead',
  'select s.logo_id, s.brand_colour as colour from tenant_setting s where s.tenant_id = $1',
)

/** Letterhead facts of new documents. */
export async function readLetterhead(tx: Tx): Promise<LetterheadFacts> {
  return (await tx.query<LetterheadFacts>(selectLetterhead))[0] ?? { logo_id: null, colour: null }
}

/** Letterhead to draw an existing document again, from its stored facts. */
export async function findLetterhead(tx: Tx, { logo_id, colour }: LetterheadFacts): Promise<Letterhead> {
  const logo = logo_id === null ? undefined : await findLogo(tx, logo_id)
  return { logo: logo ?? null, colour }
}
