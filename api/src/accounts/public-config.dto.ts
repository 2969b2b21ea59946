import { ApiProperty } from '@nestjs/swagger';
import { type PublicConfig, SOCIAL_PROVIDERS, type SocialProvider } from '../kernel/accounts.js';
import type { CardEntryConfig } from '../kernel/cards.js';

class SignInProvidersDto {
  @ApiProperty()
  google!: boolean;

  @ApiProperty()
  apple!: boolean;
}

class SupportDto {
  @ApiProperty({ format: 'email' })
  email!: string;

  @ApiProperty()
  phone!: string;

  @ApiProperty({ type: String, nullable: true })
  hours!: string | null;
}

class CompanyDto {
  @ApiProperty({ type: String, nullable: true })
  name!: string | null;

  @ApiProperty({ type: String, nullable: true })
  license!: string | null;

  /** Where the license can be checked. */
  @ApiProperty({ type: String, nullable: true })
  regulator!: string | null;

  /** Days within which a complaint is answered. */
  @ApiProperty({ type: Number, nullable: true })
  complaintDays!: number | null;
}

class CardEntryDto implements CardEntryConfig {
  @ApiProperty({ enum: ['stripe', 'simulator'] })
  kind!: CardEntryConfig['kind'];

  @ApiProperty()
  publishableKey!: string;

  /** Origin of the simulator's frame. */
  @ApiProperty({ type: String, format: 'uri', nullable: true })
  frameOrigin!: string | null;
}

/** GET /config */
export class PublicConfigDto implements PublicConfig {
  /** Test mode: no real money moves. */
  @ApiProperty()
  testMode!: boolean;

  @ApiProperty({ type: SignInProvidersDto })
  providers!: SignInProvidersDto;

  /** Test mode: those whose button opens the simulator's provider in place of the real one. */
  @ApiProperty({ enum: SOCIAL_PROVIDERS, isArray: true })
  simulatedProviders!: SocialProvider[];

  @ApiProperty({ type: SupportDto })
  support!: SupportDto;

  @ApiProperty({ type: CompanyDto })
  company!: CompanyDto;

  @ApiProperty({ enum: ['debit', 'credit'], isArray: true })
  acceptedFunding!: ('debit' | 'credit')[];

  @ApiProperty()
  landingForceEnglish!: boolean;

  /** Who takes card payments. */
  @ApiProperty({ enum: ['stripe', 'simulator'] })
  cardPayments!: CardEntryConfig['kind'];

  /** How the screens take card details; null where no card can be entered. */
  @ApiProperty({ type: CardEntryDto, nullable: true })
  cardEntry!: CardEntryDto | null;

  /** Page with the sent mail; test mode only. */
  @ApiProperty({ type: String, format: 'uri', nullable: true })
  outboxUrl!: string | null;
}
