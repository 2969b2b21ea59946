import { IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';

/** GET /compliance/records */
export class RecordsQueryDto {
  /** true = only reviewed, false = only open; both when left out. */
  @IsOptional()
  @IsIn(['true', 'false'])
  reviewed?: 'true' | 'false';

  /** 1 to 100. */
  @IsOptional()
  @IsString()
  @Matches(/^([1-9]\d?|100)$/)
  limit = '20';

  /** `nextCursor` of the page before. */
  @IsOptional()
  @IsString()
  @Length(1, 1_000)
  cursor?: string;
}
