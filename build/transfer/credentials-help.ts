/** Section on credentials in the help of a command. */
export const CREDENTIALS_HELP = `Credentials, region and endpoint of an object storage are read from environment variables only: S3_ACCESS_KEY_ID,
S3_SECRET_ACCESS_KEY, S3_SESSION_TOKEN, S3_REGION and S3_ENDPOINT, or the same names with AWS_.`
