// American cities for the demo contacts: more of them where people retire. Zip codes, counties and area codes belong to the city.
import { z } from 'zod';
import { timezones } from '#contract/lookups.ts';
import { weighted } from './random.ts';

export interface Place {
  city: string;
  state: string;
  county: string;
  timezone: (typeof timezones)[number];
  areaCodes: string[];
  zipCodes: string[];
}

// weight, city, state, county, time zone, area codes, zip codes
const table = `
10, Miami, FL, Miami-Dade, est, 305 786, 33125 33132 33144 33162 33174 33183
6, Hialeah, FL, Miami-Dade, est, 305 786, 33010 33012 33013 33014 33015 33016
5, Fort Lauderdale, FL, Broward, est, 954 754, 33301 33308 33314 33319 33325 33330
4, Pembroke Pines, FL, Broward, est, 954 754, 33024 33025 33026 33027 33028 33029
6, Tampa, FL, Hillsborough, est, 813, 33602 33606 33612 33616 33629
5, Orlando, FL, Orange, est, 407 321, 32801 32807 32812 32821 32827 32832
5, Jacksonville, FL, Duval, est, 904, 32202 32208 32216 32221 32226 32246
4, St. Petersburg, FL, Pinellas, est, 727, 33701 33703 33706 33709 33711 33714
3, Clearwater, FL, Pinellas, est, 727, 33755 33756 33760 33761 33763 33764
4, Naples, FL, Collier, est, 239, 34102 34103 34108 34110 34114 34117
4, Fort Myers, FL, Lee, est, 239, 33901 33905 33908 33913 33916
3, Cape Coral, FL, Lee, est, 239, 33904 33909 33914 33990 33991 33993
4, Sarasota, FL, Sarasota, est, 941, 34231 34233 34235 34237 34239 34241
2, Port Charlotte, FL, Charlotte, est, 941, 33948 33952 33953 33954 33981
3, Boca Raton, FL, Palm Beach, est, 561, 33428 33431 33433 33434 33487 33496
4, West Palm Beach, FL, Palm Beach, est, 561, 33401 33404 33406 33409 33412 33415
5, The Villages, FL, Sumter, est, 352, 32162 32163
3, Ocala, FL, Marion, est, 352, 34470 34471 34473 34475 34479 34481
2, Gainesville, FL, Alachua, est, 352, 32601 32603 32606 32608 32609 32641
3, Lakeland, FL, Polk, est, 863, 33801 33803 33809 33810 33812 33813
3, Kissimmee, FL, Osceola, est, 407, 34741 34743 34744 34746 34747 34758
2, Melbourne, FL, Brevard, est, 321, 32901 32904 32934 32935 32940
2, Daytona Beach, FL, Volusia, est, 386, 32114 32117 32118 32119 32124
2, Tallahassee, FL, Leon, est, 850, 32301 32303 32305 32309 32311 32317
2, Pensacola, FL, Escambia, cst, 850, 32501 32503 32505 32507 32514
2, Port St. Lucie, FL, St. Lucie, est, 772, 34952 34953 34983 34984 34986 34987
7, Houston, TX, Harris, cst, 713 281 832, 77002 77018 77034 77050 77067 77083
5, San Antonio, TX, Bexar, cst, 210 726, 78201 78211 78221 78231 78243 78254
5, Dallas, TX, Dallas, cst, 214 469 972, 75201 75209 75218 75229 75237 75248
4, Austin, TX, Travis, cst, 512 737, 78701 78721 78728 78736 78745 78752
4, Fort Worth, TX, Tarrant, cst, 817 682, 76102 76107 76112 76120 76132 76140
3, El Paso, TX, El Paso, mst, 915, 79901 79905 79922 79928 79935
2, Plano, TX, Collin, cst, 972 469, 75023 75024 75025 75074 75075 75093
2, Arlington, TX, Tarrant, cst, 817, 76001 76006 76011 76013 76015 76017
2, Corpus Christi, TX, Nueces, cst, 361, 78401 78405 78408 78411 78414 78417
2, McAllen, TX, Hidalgo, cst, 956, 78501 78503 78504
2, Lubbock, TX, Lubbock, cst, 806, 79401 79404 79407 79412 79414 79416
1, Waco, TX, McLennan, cst, 254, 76701 76704 76706 76707 76710 76711
6, Phoenix, AZ, Maricopa, mst, 602 480 623, 85003 85013 85020 85029 85040 85050
4, Mesa, AZ, Maricopa, mst, 480, 85201 85203 85205 85207 85209 85212
3, Scottsdale, AZ, Maricopa, mst, 480, 85250 85251 85255 85257 85259 85262
3, Sun City, AZ, Maricopa, mst, 623, 85351 85373
4, Tucson, AZ, Pima, mst, 520, 85701 85704 85710 85715 85718 85741 85748
2, Chandler, AZ, Maricopa, mst, 480, 85224 85225 85226 85248 85249 85286
2, Prescott, AZ, Yavapai, mst, 928, 86301 86303 86305 86313
5, Charlotte, NC, Mecklenburg, est, 704 980, 28202 28206 28211 28215 28273
4, Raleigh, NC, Wake, est, 919 984, 27601 27604 27607 27609 27613 27615
3, Greensboro, NC, Guilford, est, 336, 27401 27403 27406 27407 27409 27410
3, Durham, NC, Durham, est, 919, 27701 27703 27704 27707 27712
2, Winston-Salem, NC, Forsyth, est, 336, 27101 27103 27105 27106
2, Fayetteville, NC, Cumberland, est, 910, 28301 28303 28304 28306 28311 28312
2, Wilmington, NC, New Hanover, est, 910, 28401 28403 28405 28409 28411 28412
2, Asheville, NC, Buncombe, est, 828, 28801 28803 28804 28805 28806
5, Philadelphia, PA, Philadelphia, est, 215 267, 19102 19112 19122 19131 19139 19147
4, Pittsburgh, PA, Allegheny, est, 412, 15201 15207 15214 15221 15228 15237
2, Allentown, PA, Lehigh, est, 610 484, 18101 18102 18103 18106 18109
2, Erie, PA, Erie, est, 814, 16501 16503 16505 16509 16511
2, Harrisburg, PA, Dauphin, est, 717, 17101 17102 17104 17110 17111 17113
2, Scranton, PA, Lackawanna, est, 570, 18503 18504 18505 18509 18510 18512
2, Lancaster, PA, Lancaster, est, 717, 17601 17602 17603
4, Columbus, OH, Franklin, est, 614 380, 43085 43205 43211 43217 43223 43230
4, Cleveland, OH, Cuyahoga, est, 216, 44105 44111 44118 44125 44130
4, Cincinnati, OH, Hamilton, est, 513, 45202 45209 45217 45227 45237 45244
2, Toledo, OH, Lucas, est, 419 567, 43604 43606 43609 43611 43614 43617
2, Akron, OH, Summit, est, 330 234, 44301 44303 44306 44310 44313 44320
2, Dayton, OH, Montgomery, est, 937, 45402 45406 45415 45420 45429 45439
2, Youngstown, OH, Mahoning, est, 330, 44502 44504 44506 44509 44511 44514
5, Atlanta, GA, Fulton, est, 404 678 770, 30303 30309 30314 30324 30339
2, Marietta, GA, Cobb, est, 770 678, 30008 30060 30062 30064 30066 30067
2, Augusta, GA, Richmond, est, 706 762, 30901 30903 30904 30906 30907 30909
2, Savannah, GA, Chatham, est, 912, 31401 31404 31406 31410 31415
2, Macon, GA, Bibb, est, 478, 31201 31204 31207 31211 31217
2, Columbus, GA, Muscogee, est, 706 762, 31901 31903 31904 31906 31907 31909
4, Detroit, MI, Wayne, est, 313, 48201 48206 48211 48217 48224 48234
3, Grand Rapids, MI, Kent, est, 616, 49503 49504 49506 49508 49525 49546
2, Lansing, MI, Ingham, est, 517, 48906 48910 48911 48912 48915 48933
2, Ann Arbor, MI, Washtenaw, est, 734, 48103 48104 48105 48108
2, Flint, MI, Genesee, est, 810, 48502 48503 48505 48507 48532
2, Warren, MI, Macomb, est, 586, 48088 48089 48091 48092 48093
1, Kalamazoo, MI, Kalamazoo, est, 269, 49001 49004 49006 49007 49008 49009
5, Los Angeles, CA, Los Angeles, pst, 213 323 310, 90001 90012 90023 90035 90046 90064
3, San Diego, CA, San Diego, pst, 619 858, 92101 92107 92114 92121 92128
3, San Jose, CA, Santa Clara, pst, 408 669, 95110 95116 95121 95126 95130 95135
2, Sacramento, CA, Sacramento, pst, 916, 95811 95817 95822 95827 95831
2, Fresno, CA, Fresno, pst, 559, 93703 93706 93720 93723 93727
2, Long Beach, CA, Los Angeles, pst, 562, 90802 90804 90806 90808 90813 90815
2, Riverside, CA, Riverside, pst, 951, 92501 92503 92504 92506 92507 92508
1, Bakersfield, CA, Kern, pst, 661, 93301 93304 93306 93308 93311 93313
2, San Francisco, CA, San Francisco, pst, 415 628, 94102 94107 94112 94117 94124 94131
2, Anaheim, CA, Orange, pst, 714 657, 92801 92802 92804 92805 92806 92807
1, Palm Desert, CA, Riverside, pst, 760, 92211 92260
3, Chicago, IL, Cook, cst, 312 773 872, 60601 60610 60619 60630 60640 60651
1, Rockford, IL, Winnebago, cst, 815 779, 61101 61102 61104 61107 61109 61112
3, Brooklyn, NY, Kings, est, 718 347 929, 11201 11208 11214 11220 11226 11233
2, Bronx, NY, Bronx, est, 718 347, 10451 10455 10459 10463 10467 10471
1, Buffalo, NY, Erie, est, 716, 14201 14206 14211 14216 14220 14225
1, Rochester, NY, Monroe, est, 585, 14604 14608 14612 14616 14620 14624
2, Newark, NJ, Essex, est, 973 862, 07102 07103 07105 07106 07108 07112
1, Toms River, NJ, Ocean, est, 732 848, 08753 08755 08757
2, Nashville, TN, Davidson, cst, 615 629, 37201 37206 37210 37214 37218 37228
2, Memphis, TN, Shelby, cst, 901, 38103 38107 38114 38119 38126 38133
2, Knoxville, TN, Knox, cst, 865, 37902 37914 37917 37920 37923 37932
2, Indianapolis, IN, Marion, est, 317 463, 46201 46208 46220 46227 46236 46254
1, Fort Wayne, IN, Allen, est, 260, 46802 46804 46807 46814 46816 46825
2, Louisville, KY, Jefferson, est, 502, 40202 40207 40213 40218
1, Lexington, KY, Fayette, est, 859, 40502 40504 40507 40509 40513 40515
2, Birmingham, AL, Jefferson, cst, 205, 35203 35207 35212 35217 35224 35234
1, Mobile, AL, Mobile, cst, 251, 36602 36605 36608 36611 36616 36619
2, Columbia, SC, Richland, est, 803, 29201 29203 29205 29209 29223
2, Charleston, SC, Charleston, est, 843, 29401 29403 29407 29414 29423
2, Myrtle Beach, SC, Horry, est, 843, 29572 29575 29577 29579 29588
2, Greenville, SC, Greenville, est, 864, 29601 29605 29609 29611 29614 29615
2, Virginia Beach, VA, Virginia Beach, est, 757, 23451 23452 23455 23457 23462
2, Richmond, VA, Richmond, est, 804, 23219 23220 23222 23223 23224
2, Las Vegas, NV, Clark, pst, 702 725, 89101 89109 89120 89130 89142 89149
1, Reno, NV, Washoe, pst, 775, 89501 89503 89508 89510 89512 89521
2, Denver, CO, Denver, mst, 303 720, 80202 80207 80216 80224 80236 80247
1, Colorado Springs, CO, El Paso, mst, 719, 80902 80907 80913 80918 80923 80928
2, Kansas City, MO, Jackson, cst, 816, 64101 64109 64114 64127 64132 64138
2, St. Louis, MO, St. Louis, cst, 314, 63105 63121 63126 63130 63135 63140
1, Springfield, MO, Greene, cst, 417, 65802 65803 65804 65806 65807 65809
2, Oklahoma City, OK, Oklahoma, cst, 405, 73102 73108 73115 73122 73132 73149
1, Tulsa, OK, Tulsa, cst, 918, 74103 74107 74114 74120 74130 74135
2, New Orleans, LA, Orleans, cst, 504, 70112 70115 70118 70124 70127 70130
1, Baton Rouge, LA, East Baton Rouge, cst, 225, 70801 70805 70808 70811 70815 70818
1, Jackson, MS, Hinds, cst, 601 769, 39201 39203 39206 39211
1, Little Rock, AR, Pulaski, cst, 501, 72201 72204 72206 72209 72211 72223
2, Baltimore, MD, Baltimore, est, 410 443, 21201 21206 21211 21215 21218 21229
2, Seattle, WA, King, pst, 206, 98101 98107 98117 98133
1, Spokane, WA, Spokane, pst, 509, 99201 99203 99205 99208 99216 99218
1, Portland, OR, Multnomah, pst, 503 971, 97201 97205 97211 97216 97220 97232
1, Minneapolis, MN, Hennepin, cst, 612, 55401 55408 55416 55424 55435 55443
1, Milwaukee, WI, Milwaukee, cst, 414, 53202 53206 53211 53216 53221 53226
1, Omaha, NE, Douglas, cst, 402 531, 68102 68107 68114 68124 68132 68144
1, Wichita, KS, Sedgwick, cst, 316, 67202 67206 67211 67215 67220 67228
1, Des Moines, IA, Polk, cst, 515, 50309 50311 50313 50315 50317 50320
1, Salt Lake City, UT, Salt Lake, mst, 801 385, 84101 84104 84107 84112 84116 84121
1, Boise, ID, Ada, mst, 208, 83702 83703 83705 83706 83712 83713
1, Albuquerque, NM, Bernalillo, mst, 505, 87102 87105 87108 87111 87114 87121
1, Boston, MA, Suffolk, est, 617 857, 02108 02110 02114 02118 02128
1, Hartford, CT, Hartford, est, 860, 06103 06105 06106 06112 06114 06120
1, Providence, RI, Providence, est, 401, 02903 02904 02905 02907 02908 02909
1, Manchester, NH, Hillsborough, est, 603, 03101 03102 03103 03104 03109
1, Portland, ME, Cumberland, est, 207, 04101 04102 04103 04109
1, Burlington, VT, Chittenden, est, 802, 05401 05408
1, Dover, DE, Kent, est, 302, 19901 19904
1, Charleston, WV, Kanawha, est, 304, 25301 25302 25305 25311 25313 25315
1, Sioux Falls, SD, Minnehaha, cst, 605, 57103 57104 57106 57107 57110
1, Fargo, ND, Cass, cst, 701, 58102 58103 58104
1, Billings, MT, Yellowstone, mst, 406, 59101 59102 59105 59106
1, Cheyenne, WY, Laramie, mst, 307, 82001 82007 82009
1, Anchorage, AK, Anchorage, akst, 907, 99501 99503 99507 99516 99518
1, Honolulu, HI, Honolulu, hst, 808, 96813 96815 96817 96819 96822 96826
1, Washington, DC, District of Columbia, est, 202, 20001 20002 20009 20011 20016 20020`;

export const places: readonly Place[] = weighted(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [weight = '', city = '', state = '', county = '', zone = '', areaCodes = '', zipCodes = ''] = line.split(', ');
      const timezone = z.enum(timezones).parse(zone);
      return [{ city, state, county, timezone, areaCodes: areaCodes.split(' '), zipCodes: zipCodes.split(' ') }, Number(weight)];
    }),
);
