import { benchSubmitAnswer } from '../bench/submit-answer.ts'

console.log('submit-answer: 50 connections, every answer on disk before its 200')
await benchSubmitAnswer()
