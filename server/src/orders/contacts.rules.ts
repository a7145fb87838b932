/**
 * Members of an order about people: how to reach the contacts of stops, addresses that are informed, and the names of who
 * signed the consignment note. A signature keeps when and in which role it was given.
 */
export const contactMembers = [
  ...(['email', 'phone_number', 'mobile_number', 'contact_emails', 'emails'] as const),
  ...(['signatures.name', 'consignee_signature.name', 'consignor_signature.name'] as const),
] as const
