export const formats = ['gift', 'aiken', 'moodle', 'csv', 'xlsx'] as const
export type Format = (typeof formats)[number]

export const formatNames: Readonly<Record<Format, string>> = {
  gift: 'GIFT',
  aiken: 'Aiken',
  moodle: 'Moodle XML',
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
}

export const fileExtensions: Readonly<Record<Format, string>> = {
  gift: '.gift.txt',
  aiken: '.aiken.txt',
  moodle: '.xml',
  csv: '.csv',
  xlsx: '.xlsx',
}
