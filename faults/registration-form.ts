/** The required fields of a registration, with an email address of its own. */
export function createRegistrationFields(
  email: string,
  name = 'Priya Nair',
): Record<string, string> {
  return {
    name,
    email,
    phone: '+91 98200 00001',
    dob: '21-11-2004',
    gender: 'female',
    fname: 'Ravi Nair',
    fphone: '(022) 2820-0002',
    laddress: 'Flat 12, Sai Residency, Pune',
    paddress: 'Flat 12, Sai Residency, Pune',
    role: 'student',
    qualification: 'B.Com',
    qualificationYear: '2025',
    college: 'Fergusson College',
    course: 'full stack',
    referral: 'Google',
    termsAccepted: 'true',
  }
}

export type EncodedForm = { readonly type: string; readonly body: Buffer }

/** A multipart body and the content type that names its boundary. */
export async function encodeForm(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Buffer>> = {},
): Promise<EncodedForm> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files)) {
    form.set(name, new Blob([new Uint8Array(bytes)]), `${name}.jpg`)
  }
  const encoded = new Response(form)
  return {
    type: String(encoded.headers.get('content-type')),
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}
