/** SQL: how people reach the office of the tenant of `$1`: as its default billing entity says; null where it does not. */
export const officeContact = (
  member: 'phone' | 'email',
) => `(select nullif(b.contact ->> '${member}', '') from billing_entity b
            where b.tenant_id = $1 and b.is_default limit 1)`
