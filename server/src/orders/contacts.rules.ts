/**
 * Members of an order with personal data: contact details of stops, notification addresses, and names of signatories of
 * the consignment note. The time and role of a signature are kept.
 */
export const contactMembers = [
  ...(['email', 'phone_number', 'mobile_number', 'contact_emails', 'emails'] as const),
  ...(['signatures.name', 'consignee_signature.name', 'consignor_signature.name'] as const),
] as const
