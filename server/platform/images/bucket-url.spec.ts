import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import {
  describeImagesUrl,
  isReadableOnTheWay,
  parseBucketUrl,
  validateImagesUrl,
} from './bucket-url.ts'

describe('IMAGES_URL', () => {
  it('names host, bucket, folder, keys and region', () => {
    const url = 's3://AKIA7:a%2Fb%2Bc+d@s3.example:9000/academy/north/2026?region=eu-central-1'
    expect(validateImagesUrl(url)).toBe(null)
    expect(parseBucketUrl(url)).toEqual({
      endpoint: 'https://s3.example:9000/academy',
      prefix: 'north/2026/',
      accessKeyId: 'AKIA7',
      secretAccessKey: 'a/b+c+d',
      region: 'eu-central-1',
    })
  })

  it('needs no region, and uses TLS unless that is turned off', () => {
    expect(parseBucketUrl('s3://k:s@[::1]:9000/academy/?tls=off')).toMatchObject({
      endpoint: 'http://[::1]:9000/academy',
      prefix: '',
      region: null,
    })
  })

  it.each(['/srv/images', './images', 'images', 's3/images', 's3:folder'])(
    'may be the folder %s',
    (folder) => {
      expect(readConfig({ IMAGES_URL: folder }).IMAGES_URL).toBe(folder)
      expect(describeImagesUrl(folder)).toBe(folder)
    },
  )

  it.each([
    ['https://s3.example/academy', 'Name a folder, or a bucket as'],
    ['s3://key:Hush/hush@s3.example/academy', 'with %2F for each / in the secret'],
    ['s3://key:1/hush@s3.example/academy', 'with %2F for each / in the secret'],
    ['s3://key:Hush%@s3.example/academy', 'with %2F for each / in the secret'],
    ['s3://s3.example/academy', 'The access key or its secret is missing'],
    ['s3://key@s3.example/academy', 'The access key or its secret is missing'],
    ['s3://key:Hush@s3.example', 'Name the bucket'],
    ['s3://key:Hush@s3.example/', 'Name the bucket'],
    ['s3://key:Hush@s3.example/Academy', 'Name the bucket'],
    ['s3://key:Hush@s3.example/academy/a%20b', 'Name the bucket'],
    ['s3://key:Hush@s3.example/academy?tls=on', 'Only ?region=… and ?tls=off are understood'],
    ['s3://key:Hush@s3.example/academy?regoin=x', 'Only ?region=… and ?tls=off are understood'],
  ])('is refused without showing any of it: %s', (url, message) => {
    expect(() => readConfig({ IMAGES_URL: url })).toThrow(`IMAGES_URL: `)
    expect(() => readConfig({ IMAGES_URL: url })).toThrow(message)
    expect(validateImagesUrl(url)).not.toMatch(/hush/i)
  })

  it('is shown without its keys', () => {
    const url = 's3://AKIA7:Hush@s3.example:9000/academy/north?region=eu-central-1'
    expect(describeImagesUrl(url)).toBe('s3://s3.example:9000/academy/north')
  })

  it.each([
    ['s3://k:s@s3.example/academy', false],
    ['s3://k:s@s3.example/academy?tls=off', true],
    ['s3://k:s@127.0.0.1:9000/academy?tls=off', false],
  ])('%s can be read by others in transit: %s', (url, isReadable) => {
    expect(isReadableOnTheWay(parseBucketUrl(url))).toBe(isReadable)
  })
})
